# gnuplot -e "sweep='sweep.csv'; data='updraft.csv'; picture='updraft.png'" plot.gp
# Drawn as `epitrain --plot` does, from the answers of the compiled C.
set encoding utf8
set datafile separator ','
set terminal pngcairo size 1000,680 font 'sans,12' background 'white'
set output picture
set multiplot
set lmargin at screen 0.09
set rmargin at screen 0.985
set grid back lc rgb '#d8d8d8'
set border lw 1.2
set xrange [-6:6]
set object 1 rectangle from -6, graph 0 to -5, graph 1 behind fc rgb '#e4e4e4' fs solid noborder
set object 2 rectangle from 5, graph 0 to 6, graph 1 behind fc rgb '#e4e4e4' fs solid noborder

set label 1 'updraft: what the compiled C answers' at screen 0.09, screen 0.965 left font ',14'
set key at screen 0.985, screen 0.965 right center horizontal samplen 2 width 1
set bmargin at screen 0.42
set tmargin at screen 0.93
set format x ''
set ylabel 'force [N]'
set yrange [-0.5:1.4]
plot sweep using 1:($2-2*$3):($2+2*$3) with filledcurves fc rgb '#9ecae1' fs solid title 'mean ± 2 sigma', \
     data using 1:2 every ::1 with points pt 7 ps 0.35 lc rgb '#444444' title 'training rows', \
     sweep using 1:2 with lines lw 2.5 lc rgb '#08519c' title 'mean', \
     keyentry with boxes fc rgb '#e4e4e4' fs solid title 'outside the domain'

unset label
unset key
set bmargin at screen 0.11
set tmargin at screen 0.395
set format x '%g'
set xlabel 'x [m]'
set ylabel 'eta (1: unknown)'
set yrange [-0.04:1.06]
set ytics 0.25
plot sweep using 1:4 with filledcurves y1=0 fc rgb '#fdd0a2' fs solid, \
     sweep using 1:4 with lines lw 2.5 lc rgb '#d94801', \
     0.5 with lines dt 2 lc rgb '#666666'
unset multiplot
