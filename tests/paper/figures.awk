# Mean and standard error over the seeds of one measure of one learner, from a CSV of epicompare:
# "mean error seeds", or nothing where there is no such row. With -v square=1 of the squares.
#
#   awk -F , -v learner=gp -v measure=msll -f figures.awk SET.csv
NR == 1 {
    for (i = 1; i <= NF; i++)
        if ($i == measure)
            c = i
}
NR > 1 && $3 == learner && $c != "" {
    v = square ? $c * $c : $c
    n++
    sum += v
    squares += v * v
}
END {
    if (!n)
        exit
    mean = sum / n
    variance = n > 1 ? (squares - n * mean * mean) / (n - 1) : 0
    printf "%.12g %.12g %d\n", mean, sqrt(variance > 0 ? variance / n : 0), n
}
