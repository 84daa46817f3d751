#!/usr/bin/python3
"""nearest_peer.py BENCH: nearest neighbours of the trainer against scipy's cKDTree.

BENCH is tests/bench/nearest.c, compiled. Both answer the same queries, one after the other on one
thread, in processor time; the peer answers every STRIDE-th query and its time is scaled up. The
answers are compared. Prints a line of words NAME=VALUE for each case; exit status 77 if scipy is not
installed.
"""
import subprocess
import sys
import tempfile
import time

try:
    import numpy
    from scipy.spatial import cKDTree
except ImportError:
    print("nearest_peer: python3-scipy is not installed", file=sys.stderr)
    sys.exit(77)

# inputs, noise, stride
CASES = [(21, 0.3, 43), (21, 1.0, 430), (3, 0.3, 1), (3, 1.0, 1)]


def run_ours(bench, dims, noise, folder):
    """Seconds, points, queries, squared distances."""
    files = [f"{folder}/{name}" for name in ("points", "queries", "distances")]
    line = subprocess.run([bench, str(dims), str(noise)] + files, check=True,
                          capture_output=True, text=True).stdout
    words = line.split()
    seconds = float(words[words.index("query_s") + 1])
    data = [numpy.fromfile(file, dtype=numpy.float32) for file in files]
    return seconds, data[0].reshape(-1, dims), data[1].reshape(-1, dims), data[2]


def run_peer(points, queries, stride):
    """Seconds for all queries, distances of every stride-th."""
    tree = cKDTree(points)
    start = time.process_time()
    distances, _ = tree.query(queries[::stride], k=1, workers=1)
    return (time.process_time() - start) * stride, distances


def main():
    for dims, noise, stride in CASES:
        with tempfile.TemporaryDirectory() as folder:
            ours, points, queries, squared = run_ours(sys.argv[1], dims, noise, folder)
        peer, distances = run_peer(points, queries, stride)
        close = numpy.allclose(numpy.sqrt(squared[::stride]), distances, rtol=1e-5, atol=1e-6)
        print(f"inputs={dims} noise={noise} ours_s={ours:.3f} peer_s={peer:.3f} "
              f"ratio={peer / ours:.2f} different={0 if close else 1}", flush=True)


if __name__ == "__main__":
    main()
