# gnuplot -e "dir='build/quadcopter'" plots.gp: the figures of the paper from what epifly wrote.
set datafile separator ','
set encoding utf8
blue = '#08519c'; light = '#9ecae1'; orange = '#d94801'; grey = '#777777'; green = '#238b45'
file(name) = sprintf('%s/%s', dir, name)
taken(name) = sprintf("< awk -F, 'NR > 1 { n += $9; print $1 \",\" n }' '%s/trace_%s.csv'", dir, name)
kept(name) = sprintf("< awk -F, '$9 == 1' '%s/trace_%s.csv'", dir, name)
set grid back lc rgb '#dddddd'
set key top left

points_figure = "set title 'points stored over time'; set xlabel 'time [s]'; set ylabel 'points'; set xrange [*:*]; set yrange [0:*]; \
set arrow 1 from 9, graph 0 to 9, graph 1 nohead dt 2 lc rgb grey; set label 1 'smaller square' at 9.2, graph 0.06 tc rgb grey"
error_figure = "set title 'height over time, first flight'; set xlabel 'time [s]'; set ylabel 'vertical error [mm]'; set xrange [*:*]; set yrange [*:*]"
bars_figure = "set title 'vertical RMSE and points, mean over the seeds'; set xlabel ''; set ylabel 'RMSE [mm]'; set yrange [0.3:60]; set xrange [-0.6:7.6]; set logscale y; set xtics ('all' 0, 'random' 1, 'every' 2, 'first' 3, 'distance' 4, 'GP' 5, 'EpiOut' 6, 'threshold' 7); set style fill solid 0.8; set boxwidth 0.36; set xtics rotate by -30; set key top left"
map_figure = "set title 'eta, and the points that EpiOut took'; set xlabel 'x [m]'; set ylabel 'y [m]'; set xrange [-0.05:0.15]; set yrange [-0.05:0.15]; set cbrange [0:1]; \
set palette defined (0 '#f7fbff', 0.5 '#fdae6b', 1 '#a63603'); unset key; set size square"
force_figure = "set title sprintf('%s', what); set cbrange [0:1.2]; set palette defined (0 '#ffffff', 0.5 '#6baed6', 1 '#08306b')"
clean = "unset logscale y; set style fill solid 1.0; unset arrow 1; unset label 1; set size nosquare; set key top left; set xtics norotate auto"

do for [figure in 'points bars map tracking overview'] {
    set terminal pngcairo size (figure eq 'overview' ? 1500 : 800), (figure eq 'overview' ? 860 : 560) font 'sans,11'
    set output file(figure.'.png')
    all = figure eq 'overview'
    if (all) { set multiplot layout 2,3 }
    if (all || figure eq 'points') {
        @points_figure
        plot taken('all') using 1:2 with lines lw 2 lc rgb grey title 'all data', \
             taken('random') using 1:2 with lines lw 2 lc rgb light title 'random', \
             taken('threshold') using 1:2 with lines lw 2 lc rgb green title 'EpiOut, threshold', \
             taken('epiout') using 1:2 with lines lw 2 lc rgb orange title 'EpiOut'
        @clean
    }
    if (all || figure eq 'bars') {
        @bars_figure
        plot file('bars.csv') using ($0-0.19):2:3 every ::1 with boxerrorbars lc rgb light title 'law of the paper: the mean', \
             file('bars.csv') using ($0+0.19):4:5 every ::1 with boxerrorbars lc rgb blue title 'discount: (1 - eta) times it', \
             file('bars.csv') using 0:($2 > $4 ? $2 : $4):(sprintf('%.0f', $6)) every ::1 with labels offset 0,1.2 font ',9' notitle
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
             kept('epiout') using 2:3 with points pt 7 ps 0.6 lc rgb blue notitle
        @clean
    }
    if (all) {
        @map_figure
        what = 'what the network learned [N]'
        @force_figure
        plot file('map.csv') using 1:2:4 every ::1 with image notitle
        what = 'the thermal: mean force [N]'
        @force_figure
        plot file('map.csv') using 1:2:3 every ::1 with image notitle
        @clean
        unset multiplot
    }
    unset output
}
