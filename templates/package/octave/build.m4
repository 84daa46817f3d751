function epi_build(what)
% epi_build compiles the MEX function EPI_PREFIX; epi_build('simulink') the S-function EPI_PREFIX()_sfun.
% -ffp-contract=off: each operation rounds once.
    here = fileparts(mfilename('fullpath'));
    model = fullfile(here, 'src', 'EPI_PREFIX.c');
    name = 'EPI_PREFIX';
    sources = {fullfile(here, 'src', 'EPI_PREFIX()_mex.c'), model, fullfile(here, 'src', 'EPI_PREFIX()_selftest.c')};
    if nargin > 0 && strcmp(what, 'simulink')
        name = 'EPI_PREFIX()_sfun';
        sources = {fullfile(here, 'src', 'EPI_PREFIX()_sfun.c'), model};
    end
    if exist('OCTAVE_VERSION', 'builtin')
        folder = cd(here); % mkoctfile leaves its objects where it runs
        back = onCleanup(@() cd(folder));
        [~, status] = mkoctfile('--mex', '-std=gnu99', '-ffp-contract=off', '-o', fullfile(here, name), sources{:});
        if status ~= 0
            error('EPI_PREFIX: mkoctfile failed');
        end
    else
        mex('CFLAGS=$CFLAGS -std=gnu99 -ffp-contract=off', '-outdir', here, '-output', name, sources{:});
    end
end
