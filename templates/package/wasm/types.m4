export declare const version: string;
export declare const specSha256: string;

export interface Variable {
  name: string;
  /** Empty where the spec names none. */
  unit: string;
}

export interface Input extends Variable {
  min: number;
  max: number;
}

export declare const inputs: Input[];
export declare const outputs: Variable[];

/** What the model says of one row. */
export interface Result {
  mean: Float32Array;
EPI_IF_SIGMA(<|  sigma: Float32Array;
|>)EPI_IF_ETA(<|  eta: number;
|>)m4_dnl
  status: number;
}

/** What the model says of many rows, one behind the other. */
export interface Batch {
  mean: Float32Array;
EPI_IF_SIGMA(<|  sigma: Float32Array;
|>)EPI_IF_ETA(<|  eta: Float32Array;
|>)m4_dnl
  status: Uint32Array;
}

export interface Model {
  /** x: EPI_N_IN numbers, rounded to float32. */
  infer(x: ArrayLike<number> & { slice(from?: number, to?: number): ArrayLike<number> }): Result;
  inferBatch(rows: ArrayLike<number> & { slice(from?: number, to?: number): ArrayLike<number> }): Batch;
  /** How many vectors give other bits than they must; 0 is right. */
  selftest(): number;
}

export declare function load(source?: BufferSource | WebAssembly.Module): Promise<Model>;
