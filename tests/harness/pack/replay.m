% replay(NAME, INPUTS, RESULTS, N_IN, N_OUT, PARTS): the MEX function NAME over the words of verify/tools/answers.c; RESULTS are
% written. PARTS: how many outputs it has, the status with them.
function replay(name, inputs, results, n_in, n_out, parts)
    model = str2func(name);
    assert(model('selftest') == 0);
    file = fopen(inputs, 'rb');
    x = fread(file, [n_in, Inf], 'single=>single')';
    fclose(file);
    made = cell(1, parts);
    [made{:}] = model(x);
    rows = zeros(size(x, 1), 0, 'uint32');
    for i = 1:parts - 1
        assert(isa(made{i}, 'single'));
        rows = [rows, reshape(typecast(made{i}(:), 'uint32'), size(made{i}))]; %#ok<AGROW>
    end
    assert(isa(made{parts}, 'uint32'));
    rows = [rows, made{parts}];
    file = fopen(results, 'wb');
    fwrite(file, rows', 'uint32');
    fclose(file);
    % double in, double out, the same numbers; one output alone; no row.
    wide = model(double(x(1:9, :)));
    assert(isa(wide, 'double') && isequal(wide, double(made{1}(1:9, :))));
    assert(size(made{1}, 2) == n_out);
    assert(isequal(size(model(zeros(0, n_in))), [0, n_out]));
    for wrong = {zeros(1, n_in + 1), 'text', int8(zeros(1, n_in)), complex(zeros(1, n_in), 1)}
        taken = true;
        try
            model(wrong{1});
        catch
            taken = false;
        end
        assert(~taken);
    end
end
