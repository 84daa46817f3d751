# gnuplot -e "sweep='sweep.csv'; data='updraft.csv'; picture='updraft.png'" plot.gp
set datafile separator ','
set terminal pngcairo size 1000,640 font 'sans,11'
set output picture
set multiplot layout 2,1
set xrange [-6:6]
set grid back lc rgb '#dddddd'
set lmargin 9
set rmargin 3

set title 'updraft: what the emitted C says' font ',13'
set ylabel 'force [N]'
set key top right
set bmargin 0.5
set format x ''
set yrange [-0.8:1.6]
set object 1 rectangle from -6, graph 0 to -5, graph 1 behind fc rgb '#eeeeee' fs solid noborder
set object 2 rectangle from 5, graph 0 to 6, graph 1 behind fc rgb '#eeeeee' fs solid noborder
set label 1 'outside the domain' at -5.5, graph 0.5 center rotate by 90 tc rgb '#888888'
plot sweep using 1:($2-2*$3):($2+2*$3) with filledcurves lc rgb '#9ecae1' fs transparent solid 0.6 title 'mean ± 2 sigma', \
     data using 1:2 with points pt 7 ps 0.35 lc rgb '#555555' title 'training data', \
     sweep using 1:2 with lines lw 2 lc rgb '#08519c' title 'mean'

unset title
unset label 1
set ylabel 'eta (1: no training data here)'
set xlabel 'x [m]'
set format x '%g'
set yrange [-0.05:1.1]
set bmargin 3.5
set tmargin 1
unset key
plot sweep using 1:4 with filledcurves y1=0 lc rgb '#fdae6b' fs transparent solid 0.5, \
     sweep using 1:4 with lines lw 2 lc rgb '#d94801' notitle
unset multiplot
