#!/bin/bash
# epicompare as a user calls it: every learner on two small sets, the same figures for any number of
# threads, outputs, and calls that are refused.
. tests/scripts/lib.sh
epicompare=$PWD/build/epicompare
sanitized=$PWD/build/epicompare-sanitized
man=$PWD/train/compare/epicompare.1

# A wave over one input with a gap, and a plane with a wave over two; tests go beyond the data.
data_make() {
    awk -v seed="$1" 'BEGIN {
        s = seed; print "x,y" >"train1.csv"; print "x,y" >"test1.csv"
        print "a,b,sum,wave" >"train2.csv"; print "a,b,sum,wave" >"test2.csv"
        for (i = 0; i < 80; i++) {
            for (k = 0; k < 3; k++) { s = (s * 16807) % 2147483647; u[k] = s / 2147483647 }
            x = u[0] < 0.5 ? 2 * u[0] - 2 : 2 * u[0]
            printf "%.6f,%.6f\n", x, sin(2 * x) + 0.05 * u[2] >"train1.csv"
            x = 6 * u[1] - 3
            printf "%.6f,%.6f\n", x, sin(2 * x) >"test1.csv"
            a = 2 * u[0] - 1; b = 2 * u[1] - 1; f = i % 2 ? 1 : 3
            printf "%.6f,%.6f,%.6f,%.6f\n", a, b, a + 2 * b, sin(3 * a) + 0.1 * u[2] >"train2.csv"
            a *= f; b *= f
            printf "%.6f,%.6f,%.6f,%.6f\n", a, b, a + 2 * b, sin(3 * a) >"test2.csv"
        }
    }'
}

recipe_make() { # NAME INPUTS OUTPUTS
    cat <<END
epitrain: 1
name: $1
data: {train: train$2.csv, test: test$2.csv, inputs: [$3], outputs: [$4]}
network: {trunk: [12], eta: [12]}
fit: {epochs: 40, batch: 16, rate: 0.01}
epistemic: {teacher: samples, steps: 150, batch: 32}
END
}

# The figures without fit_s and predict_us.
figures_of() { cut -d , -f 1-16,19-20 "$1"; }

same_figures() {
    figures_of "$1" >figures1
    figures_of "$2" >figures2
    diff figures1 figures2
}

# The recipes with a quarter of the rows and a tenth of the steps: what threads, sanitizers and --keep see is the same code.
brief_recipes() {
    head -n 21 train1.csv >few1.csv
    head -n 21 train2.csv >few2.csv
    for name in one two; do
        sed 's/epochs: 40/epochs: 4/; s/steps: 150/steps: 15/; s/train: train/train: few/' $name.yaml >brief_$name.yaml
        grep -q 'train: few.*' brief_$name.yaml
    done
}
brief_make() {
    "$epicompare" brief_one.yaml brief_two.yaml --known=0.2 --samples=2 --threads=1 --csv=brief.csv >/dev/null
}
threads_do_not_show() {
    [ -e brief.csv ] || brief_make
    "$epicompare" brief_one.yaml brief_two.yaml --known=0.2 --samples=2 --threads=3 --csv=three.csv >three.txt
    same_figures brief.csv three.csv
    prints 28 wc -l <brief.csv # 9 learners, 1 + 2 outputs
}

# The blend of notions in place of the judge, which trains dozens of networks. No test rows are needed.
regions_are_asked() {
    sed 's/teacher: samples/teacher: neighbours/; s/ test: test2.csv,//' two.yaml >regions.yaml
    "$sanitized" --regions --learners=epiout,knn,mahalanobis --threads=1 --csv=regions1.csv --markdown=regions.md regions.yaml >regions1.txt
    "$epicompare" --regions --learners=epiout,knn,mahalanobis --threads=2 --csv=regions2.csv regions.yaml >regions2.txt
    diff regions1.csv regions2.csv
    diff regions1.txt regions2.txt
    grep -q '"the outer fifth towards' regions1.csv
    # A plane of 80 rows: who lies beyond its edge, or in a corner that nobody visited, is found better than by chance.
    for learner in epiout knn; do
        awk -F , -v learner="$learner" '$5 == learner && $4 == 1 { n++; sum += $6 } END { exit !(n >= 8 && sum / n > 0.75) }' regions1.csv
    done
    awk -F , 'NR > 1 { sum += $7; n++; bad = bad || $8 > 1 || $6 > 1 } END { exit bad || n < 24 || sum / n > 0.2 }' regions1.csv
    grep -q '^| \*\*worst AUROC\*\* | 0\.' regions.md
}
regions_refuse() {
    exits_with 2 'expected no --plot' "$sanitized" --regions --known=1 one.yaml
    exits_with 2 'expected other learners' "$sanitized" --regions --learners=laplace one.yaml
    exits_with 2 'expected no --plot' "$sanitized" --regions --cost one.yaml
}

# Times are those of the first run, so nothing was fitted again; a learner and a seed more are.
kept_is_taken() {
    "$epicompare" brief_one.yaml --learners=dropout,knn --trials --samples=16 --keep=kept --csv=kept1.csv >/dev/null
    "$epicompare" brief_one.yaml --learners=dropout,knn --trials --samples=16 --keep=kept --csv=kept2.csv >/dev/null
    cmp kept1.csv kept2.csv
    find kept -type f >kept.txt
    prints kept/all.journal cat kept.txt
    grep -c ^one kept/all.journal >kept.txt
    prints 2 cat kept.txt
    "$epicompare" brief_one.yaml --learners=dropout,knn,mahalanobis --trials --seeds=2 --samples=16 --keep=kept --csv=kept3.csv >/dev/null
    grep '^one,y,[a-z-]*,1,' kept3.csv | grep -v mahalanobis >first.csv
    tail -n +2 kept1.csv | cmp - first.csv
    "$sanitized" brief_one.yaml --learners=dropout,knn,mahalanobis --trials --seeds=2 --samples=16 --csv=plain.csv >/dev/null
    same_figures kept3.csv plain.csv
}
# Other options, other rows, a file that is cut off or changed: the learner is fitted again.
kept_is_of_this_run() {
    "$epicompare" brief_one.yaml --learners=dropout --samples=16 --keep=kept_other --csv=other1.csv >/dev/null
    "$epicompare" brief_one.yaml --learners=dropout --samples=24 --keep=kept_other --csv=other2.csv >/dev/null
    refuted same_figures other1.csv other2.csv
    mkdir -p other_rows
    cp brief_one.yaml test1.csv other_rows
    sed '3s/.*/0.5,0.25/' few1.csv >other_rows/few1.csv
    "$epicompare" other_rows/brief_one.yaml --learners=dropout --samples=16 --keep=kept_other --csv=other3.csv >/dev/null
    refuted same_figures other1.csv other3.csv
    for file in kept_other/*; do
        printf x | dd of="$file" bs=1 seek=90 conv=notrunc 2>/dev/null
    done
    "$sanitized" brief_one.yaml --learners=dropout --samples=16 --keep=kept_other --csv=other4.csv >/dev/null
    same_figures other1.csv other4.csv
    for file in kept_other/*; do
        truncate -s 90 "$file"
    done
    "$sanitized" brief_one.yaml --learners=dropout --samples=16 --keep=kept_other --csv=other5.csv >/dev/null
    same_figures other1.csv other5.csv
}

# Two shards, then one call that fits nothing: the figures and times of the shards.
kept_in_shards() {
    # shellcheck disable=SC2054
    local options=(brief_one.yaml --learners=dropout,knn --seeds=2 --samples=16 --keep=kept_shards)
    exits_with 2 'expected --keep' "$sanitized" brief_one.yaml --shard=1/2
    prints '' "$epicompare" "${options[@]}" --shard=2/2 --csv=none.csv
    prints '' "$epicompare" "${options[@]}" --shard=1/2
    [ ! -e none.csv ]
    "$epicompare" "${options[@]}" --csv=shards1.csv >/dev/null
    "$epicompare" "${options[@]}" --csv=shards2.csv >/dev/null
    cmp shards1.csv shards2.csv
    "$sanitized" brief_one.yaml --learners=dropout,knn --seeds=2 --samples=16 --csv=unsharded.csv >/dev/null
    same_figures shards1.csv unsharded.csv
}

# column NAME of the rows that match, from a CSV
column() {
    awk -F , -v name="$1" -v rows="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
        NR > 1 && $0 ~ rows { print $c }' "$3"
}

all_is_measured() {
    local measure expected count
    for measure in rmse smse nll msll_raw msll msll_paper auroc aupr correlation risk_coverage coverage_95 beyond_3 \
        fit_s predict_us bytes trial; do
        case $measure in
        auroc | aupr | fit_s | predict_us | bytes | trial) expected=54 ;;
        *) expected=42 ;;
        esac
        count=$(column $measure '.' all.csv | grep -c '[0-9]')
        echo "$measure: $count, expected $expected"
        [ "$count" -eq "$expected" ]
    done
    lacks -i 'nan\|inf' all.csv
}

# Distances tell known from unknown; so does a Gaussian process on so little data.
learners_make_sense() {
    column auroc '^one,y,gp,|,knn,' all.csv
    column auroc '^one,y,gp,|,knn,' all.csv | awk '$1 < 0.9 { bad = 1 } END { exit bad || NR != 8 }'
    column rmse '^two,sum,gp,' all.csv | awk '$1 > 0.5 { bad = 1 } END { exit bad || NR != 2 }'
    column smse ',gp,|,dropout,|,ensemble,' all.csv | awk '$1 > 3 { bad = 1 } END { exit bad || NR != 18 }'
}

# Its network is EpiOut's, fitted for both at once.
laplace_counts_its_trunk() {
    column fit_s ',epiout,' all.csv >fit_epiout
    column fit_s ',laplace,' all.csv >fit_laplace
    paste fit_epiout fit_laplace |
        awk '{ print } $2 < $1 { bad = 1 } END { exit bad || NR != 6 }'
}

table_marks_the_best() {
    grep -q '^GP .*\*' all.txt
    grep -q '^5-NN distance  *- ' all.txt
    grep -q '+-' all.txt
}

markdown_is_a_table() {
    grep -q '^### two, output wave' all.md
    grep -q '^| EpiOut (paper) |.*|$' all.md
    grep -q '\*\*' all.md
    awk -F '|' '/^\|/ { if (n && NF != n) bad = 1; n = NF } /^$/ { n = 0 } END { exit bad }' all.md
}

pictures_are_drawn() {
    "$epicompare" one.yaml --learners=knn,gp --known=0.2 --plot=one.svg --times=times.png >/dev/null
    "$epicompare" two.yaml --learners=mahalanobis,knn --plot=two.png >/dev/null
    grep -q '</svg>' one.svg
    is_png times.png
    is_png two.png
}

# One page for two recipes; its figures are those of the table.
page_is_whole() {
    "$epicompare" two.yaml one.yaml --learners=mahalanobis,knn --html=all.html --markdown=all.md >/dev/null
    grep -c "default-src 'none'" all.html
    prints "$(grep -c '^### ' all.md)" grep -c '<caption>' all.html
    prints "$(grep '^| [^|]' all.md | grep -vc '^| |')" grep -c '^<tr>' all.html
    prints 2 grep -c '"columns": ' all.html
    exits_with 2 'expected no --regions' "$sanitized" one.yaml --html=no.html --regions
}
# A gnuplot that keeps its script: a grid of test rows is drawn without gaps, in any order, and only a grid.
maps_have_no_gaps() {
    mkdir fake
    # shellcheck disable=SC2016
    printf '#!/bin/sh\n[ "$2" = --version ] || { cat >script.gp && echo picture; }\n' >fake/gnuplot
    chmod +x fake/gnuplot
    awk 'BEGIN { print "a,b,sum,wave"
        for (i = 0; i < 24; i++) { k = i * 7 % 24; printf "%.4f,%.4f,0,0\n", k % 4 / 3, int(k / 4) / 7 } }' >grid.csv
    sed '$s/^[0-9.]*,/0.1,/' grid.csv >bent.csv
    local set
    for set in grid bent; do
        sed "s/test2.csv/$set.csv/" two.yaml >$set.yaml
        PATH=$PWD/fake:$PATH "$sanitized" $set.yaml --learners=knn --plot=$set.png >/dev/null
        mv script.gp $set.gp
    done
    grep -q "title 'two'.', epistemic part of '.'sum'.'; each panel has its own scale; orange: training rows'" grid.gp
    grep -q 'with image' grid.gp
    lacks 'with image' bent.gp
    grep -q 'palette, ' bent.gp
    awk '/^\$learner0/ { on = 1; next } /^END/ { on = 0 } on && NF { print $2, $1 }' grid.gp >order.txt
    prints 24 wc -l <order.txt
    sort -c -g -k 1,1 -k 2,2 order.txt
    "$epicompare" grid.yaml --learners=knn --plot=grid.png >/dev/null # gnuplot takes it
}

unknown_file_counts() {
    awk -F , 'NR == 1 || $1 > 2.2' test1.csv >far.csv
    "$epicompare" one.yaml --learners=knn --unknown=far.csv --csv=far_out.csv >/dev/null
    column auroc '.' far_out.csv | awk '$1 > 0.5 && $1 < 1 { good = 1 } END { exit !good }'
}

seed_in_the_name() {
    mkdir 1 2
    cp one.yaml ./*1.csv 1
    cp one.yaml ./*1.csv 2
    (cd 2 && data_make 99)
    "$epicompare" '{}/one.yaml' --seeds=2 --learners=gp,knn --csv=seeds.csv >/dev/null
    column rmse ',gp,' seeds.csv >seeds.txt
    cat seeds.txt
    sort -u seeds.txt >distinct.txt
    prints 2 wc -l <distinct.txt
}

seed_in_the_name_twice() {
    mkdir deep1 deep2
    cp one.yaml deep1/one1.yaml
    cp one.yaml deep2/one2.yaml
    cp ./*1.csv deep1
    cp ./*1.csv deep2
    "$sanitized" 'deep{}/one{}.yaml' --seeds=2 --learners=knn >/dev/null
}

# Seeds with other outputs would be averaged with nothing.
seeds_are_alike() {
    mkdir odd1 odd2
    cp ./*.csv odd1
    cp ./*.csv odd2
    cp two.yaml odd1/r.yaml
    recipe_make two 2 'a, b' 'sum' >odd2/r.yaml
    exits_with 1 'odd2/r.yaml: other outputs than odd1/r.yaml' "$sanitized" 'odd{}/r.yaml' --seeds=2 --learners=knn
    recipe_make two 2 'a, sum' 'b, wave' >odd2/r.yaml
    exits_with 1 'other inputs' "$sanitized" 'odd{}/r.yaml' --seeds=2 --learners=knn
    recipe_make three 2 'a, b' 'sum, wave' >odd2/r.yaml
    exits_with 1 'another name' "$sanitized" 'odd{}/r.yaml' --seeds=2 --learners=knn
}

# The test rows stay, so a learner without random numbers says the same for every seed.
split_seed_stays() {
    recipe_make one 1 x y | sed 's/test: test1.csv/test: 0.3/' >share.yaml
    sed 's/test: 0.3/test: 0.3, split_seed: 5/; $a seed: 7' share.yaml >stays.yaml
    "$sanitized" share.yaml --seeds=2 --learners=knn --known=0.02 --csv=share.csv >/dev/null
    "$sanitized" stays.yaml --seeds=2 --learners=knn --known=0.02 --csv=stays.csv 2>stays.err >/dev/null
    column auroc . share.csv | sort -u >share.auroc
    column auroc . stays.csv | sort -u >stays.auroc
    cat share.auroc stays.auroc
    prints 2 wc -l <share.auroc
    prints 1 wc -l <stays.auroc
    grep -q 'seed 7 is not used' stays.err
}

# A recipe with stretches of time, from the keys of the split to a figure of each learner.
stretches_are_compared() {
    recipe_make one 1 x y | sed 's/test: test1.csv/test: 0.3, order: time/; s/^fit: {/&coverage: 0.8, /' >stretches.yaml
    "$sanitized" stretches.yaml --seeds=2 --learners=epiout,knn --known=0.02 --csv=stretches.csv 2>stretches.err >/dev/null
    cat stretches.err
    prints 1 grep -c 'train1.csv: .* stretches of consecutive rows, .* validate' stretches.err
    prints 4 grep -c '^one,' stretches.csv
}

# Dropout's and the GP's second rows: the best of four settings by the validation rows. Rows of the training
# file as test rows are counted.
settings_are_tried() {
    sed 's/test1.csv/train1.csv/' one.yaml >seen.yaml
    "$epicompare" seen.yaml --trials --learners=gp,dropout,knn --csv=tried.csv >tried.txt
    cat tried.txt
    cut -d , -f 3 tried.csv | tail -n +2 | tr '\n' ' ' >tried.names
    prints 'gp dropout knn gp-tuned dropout-tuned ' cat tried.names
    grep -q '^Dropout, tuned tried, and how often it was the best: 5 % .*; 1 % (.); 10 % (.); 5 %, decay 0.1 (.)\.$' tried.txt
    grep -q '^Of the 80 test rows of the first seed 7[0-9] have the inputs of a training row' tried.txt
}

# Refused before anything is fitted: no table is printed.
refused_at_once() { # STATUS TEXT COMMAND...
    exits_with "$@" >at_once.txt || { cat at_once.txt; return 1; }
    lacks 'the best' at_once.txt
}

silence_is_broken() {
    recipe_make many 2 'a, b, sum' wave >many.yaml
    "$sanitized" many.yaml --learners=knn,mahalanobis --known=1000 --plot=many.png >many.txt 2>many.err
    cat many.txt many.err
    grep -q '3 inputs, expected one or two with --plot: no picture' many.err
    [ ! -e many.png ]
    grep -q 'warning: 80 rows are known, 0 unknown, 0 left out (seed 1): no AUROC' many.err
    lacks RMSE many.txt
}

sanitized_agrees() {
    [ -e brief.csv ] || brief_make
    "$sanitized" brief_one.yaml --known=0.2 --samples=2 --threads=2 --csv=sanitized.csv >/dev/null
    # Sums of single rows may round differently there; three digits are enough to see a fault.
    grep '^one,y,[a-z-]*,1,' brief.csv >plain_rows
    tail -n +2 sanitized.csv >sanitized_rows
    paste -d , plain_rows sanitized_rows | awk -F , '
        { d = $9 - $29; s = $9 < 0 ? -$9 : $9 } d > 0.01 * (s + 1) || -d > 0.01 * (s + 1) { print; bad = 1 }
        END { exit bad || NR != 9 }'
}

failure_leaves_nothing() {
    recipe_make one 1 x y | sed 's/, test: test1.csv//' >no_test.yaml
    exits_with 1 'no test rows' "$sanitized" no_test.yaml --csv=left.csv
    [ ! -e left.csv ]
}

options_are_documented() {
    local option
    for option in $("$epicompare" --help | grep -oE -- '--[a-z][a-z-]*' | sort -u); do
        grep -q -- "Fl ${option#--}\b" "$man" || { echo "no $option"; return 1; }
    done
}

cd "$work"
data_make 1
recipe_make one 1 x y >one.yaml
recipe_make two 2 'a, b' 'sum, wave' >two.yaml
brief_recipes
compares() {
    "$epicompare" one.yaml two.yaml --seeds=2 --known=0.2 --samples=16 --threads=1 --csv=all.csv --markdown=all.md >all.txt
}
check "compares" compares
check "the same figures with 3 threads" threads_do_not_show
check "every measure is there" all_is_measured
check "learners make sense" learners_make_sense
check "the time of Laplace's network" laplace_counts_its_trunk
check "the table marks the best" table_marks_the_best
check "Markdown" markdown_is_a_table
check "pictures" pictures_are_drawn
check "maps without gaps" maps_have_no_gaps
check "a page" page_is_whole
check "a file of unknown rows" unknown_file_counts
check "{} is the seed" seed_in_the_name
check "{} is the seed wherever it stands" seed_in_the_name_twice
check "seeds with other names, inputs or outputs" seeds_are_alike
check "split_seed of a recipe stays, seed does not" split_seed_stays
check "stretches of time are held out" stretches_are_compared
check "settings are tried, rows seen before are told" settings_are_tried
check "a second recipe that is not there" refused_at_once 1 'nowhere.yaml: No such file' "$sanitized" one.yaml nowhere.yaml --learners=knn
check "no gnuplot" refused_at_once 1 'cannot run gnuplot' env PATH=/nonexistent "$sanitized" one.yaml --learners=knn --plot=a.png
check "one file for two outputs" refused_at_once 2 'are one file' "$sanitized" one.yaml --learners=knn --csv=a.txt --markdown=./a.txt
check "an output in the place of the data" refused_at_once 1 'is the training data' "$sanitized" one.yaml --learners=knn --csv=train1.csv
sed 's/train1.csv/"-"/' one.yaml >piped.yaml
check "standard input for two seeds" refused_at_once 1 'can be read once' "$sanitized" --seeds=2 --learners=knn piped.yaml
check "what cannot be is said" silence_is_broken
check "the sanitized build agrees" sanitized_agrees
check "a recipe without test rows leaves no file" failure_leaves_nothing
check "regions left out: every learner is asked, threads change nothing" regions_are_asked
check "regions left out: bad calls" regions_refuse
check "what was fitted is kept" kept_is_taken
check "what was kept is taken for the same only" kept_is_of_this_run
check "shards of a comparison" kept_in_shards
check "bad --keep" exits_with 2 'expected no --regions' "$sanitized" --regions --keep=kept one.yaml
check "the man page has every option" options_are_documented
check "--help" exits_with 0 'Usage: epicompare' "$sanitized" --help
check "no recipe" exits_with 2 'no recipe given' "$sanitized"
check "no such learner" exits_with 2 'expected names' "$sanitized" --learners=gp,svm one.yaml
check "bad --known" exits_with 2 'a number above 0' "$sanitized" --known=-1 one.yaml
check "bad --seeds" exits_with 2 'seeds' "$sanitized" --seeds=0 one.yaml
check "--known and --unknown" exits_with 2 'do not go together' "$sanitized" --known=1 --unknown=x one.yaml
check "a picture of another kind" exits_with 2 'png, .svg or .pdf' "$sanitized" --plot=a.gif one.yaml
check "unwritable output" exits_with 1 'nowhere' "$sanitized" --csv=nowhere/a.csv one.yaml
check "no such recipe" exits_with 1 'nowhere.yaml: No such file' "$sanitized" nowhere.yaml
finish
