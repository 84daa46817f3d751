# gnuplot -e "dir='build/quadcopter'" plots.gp: the figures of the paper from what epifly wrote. Colours are those of Okabe and Ito and
# cividis, which are told apart by those who do not tell red from green; keys stand where no curve is.
set datafile separator ','
set encoding utf8
blue = '#0072b2'; light = '#56b4e9'; orange = '#d55e00'; grey = '#666666'; green = '#009e73'
file(name) = sprintf('%s/%s', dir, name)
taken(name) = sprintf("< awk -F, 'NR > 1 { n += $9; print $1 \",\" n }' '%s/trace_%s.csv'", dir, name)
kept(name) = sprintf("< awk -F, '$9 == 1' '%s/trace_%s.csv'", dir, name)
set grid back lc rgb '#dddddd'
set key top left Left reverse samplen 2 opaque
set tics nomirror
cividis = "set palette defined (0 '#00224e', 1 '#123570', 2 '#3b496c', 3 '#575d6d', 4 '#707173', 5 '#8a8678', 6 '#a59c74', 7 '#c3b369', 8 '#e1cc55', 9 '#fee838')"
@cividis

points_figure = "set title 'points stored over time, first flight'; set xlabel 'time [s]'; set ylabel 'points'; set xrange [0:19]; set xtics 0,4; set yrange [0:*]; \
set arrow 1 from 9, graph 0 to 9, graph 1 nohead dt 2 lc rgb grey; set label 1 'smaller square' at 9.2, graph 0.05 tc rgb grey"
error_figure = "set title 'error of the height, first flight'; set xlabel 'time [s]'; set ylabel 'vertical error [mm]'; set xrange [0:19]; set xtics 0,4; set yrange [-5:33]; set key top right horizontal maxrows 1"
bars_figure = "set title 'vertical RMSE, mean over the seeds; numbers: points stored'; set xlabel ''; set ylabel 'RMSE [mm]'; set yrange [0.3:40]; set xrange [-0.6:7.6]; set logscale y; set ytics (0.3, 0.5, 1, 2, 5, 10, 20); set xtics ('all' 0, 'random' 1, 'every' 2, 'first' 3, 'distance' 4, 'GP' 5, 'EpiOut' 6, 'threshold' 7) rotate by 30 right; set style fill solid 0.85; set boxwidth 0.36; set key top right"
map_figure = "set title 'eta after the flight: 0 known, 1 unknown; dots: points kept'; set xlabel 'x [m]'; set ylabel 'y [m]'; set xrange [-0.05:0.15]; set yrange [-0.05:0.15]; set xtics -0.05,0.05; set ytics -0.05,0.05; set cbrange [0:1]; set cbtics 0,0.25; unset key; set size ratio 1; unset grid"
force_figure = "set title what; set cbrange [0:1.2]; set cbtics 0,0.3"
clean = "unset logscale y; set style fill solid 1.0; unset arrow 1; unset label 1; set size noratio; set key vertical maxrows auto; set key top left Left reverse samplen 2 opaque; set xtics norotate autofreq; set ytics autofreq; set yrange [*:*]; set xrange [*:*]; set grid back lc rgb '#dddddd'"

do for [figure in 'points bars map tracking overview'] {
    set terminal pngcairo size (figure eq 'overview' ? 1560 : 800), (figure eq 'overview' ? 980 : 600) font 'sans,11'
    set output file(figure.'.png')
    all = figure eq 'overview'
    if (all) { set multiplot layout 2,3 margins 0.05,0.96,0.07,0.95 spacing 0.075,0.16 }
    if (all || figure eq 'points') {
        @points_figure
        plot taken('all') using 1:2 with lines lw 2 lc rgb grey title 'all data', \
             taken('random') using 1:2 with lines lw 2 lc rgb light dt 2 title 'random', \
             taken('threshold') using 1:2 with lines lw 2 lc rgb green dt 4 title 'EpiOut, threshold', \
             taken('epiout') using 1:2 with lines lw 2 lc rgb orange title 'EpiOut'
        @clean
    }
    if (all || figure eq 'bars') {
        @bars_figure
        plot file('bars.csv') using ($0-0.19):2:3 every ::1 with boxerrorbars lc rgb light title 'law of the paper: the mean', \
             file('bars.csv') using ($0+0.19):4:5 every ::1 with boxerrorbars lc rgb blue title 'discount: (1 - eta) times it', \
             file('bars.csv') using 0:($2 + $3 > $4 + $5 ? $2 + $3 : $4 + $5):(sprintf('%.0f', $6)) every ::1 with labels offset 0,0.7 font ',10' notitle
        @clean
    }
    if (all || figure eq 'tracking') {
        @error_figure
        plot file('trace_none.csv') using 1:(1e3*$4) every 4::1 with lines lw 1.5 lc rgb grey title 'no model', \
             file('trace_random.csv') using 1:(1e3*$4) every 4::1 with lines lw 1.5 lc rgb light title 'random', \
             file('trace_epiout.csv') using 1:(1e3*$4) every 4::1 with lines lw 2 lc rgb orange title 'EpiOut'
        @clean
    }
    if (all || figure eq 'map') {
        @map_figure
        plot file('map.csv') using 1:2:6 every ::1 with image notitle, \
             kept('epiout') using 2:3 with points pt 7 ps 0.75 lc rgb 'black' notitle, \
             kept('epiout') using 2:3 with points pt 7 ps 0.4 lc rgb 'white' notitle
        @clean
    }
    if (all) {
        @map_figure
        what = 'force that the network learned [N]'
        @force_figure
        plot file('map.csv') using 1:2:4 every ::1 with image notitle
        what = 'mean force of the thermals [N]'
        @force_figure
        plot file('map.csv') using 1:2:3 every ::1 with image notitle
        @clean
        unset multiplot
    }
    unset output
}
