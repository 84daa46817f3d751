#!/usr/bin/python3
"""nearest_peer.py BENCH: nearest neighbours of the trainer against scipy's cKDTree.

BENCH is tests/bench/nearest.c, compiled. Both answer the same queries, one after the other on one
thread, in processor time; the peer answers every STRIDE-th query and its time is scaled up. The
answers are compared. Exit status 1 if a bar fails; without scipy there is nothing to compare with.
"""
import subprocess
import sys
import tempfile
import time

try:
    import numpy
    from scipy.spatial import cKDTree
except ImportError:
    print("nearest_peer: skipped, python3-scipy is not installed")
    sys.exit(0)

# inputs, noise, the trainer must be so many times faster, stride
CASES = [(21, 0.3, 3.0, 43), (21, 1.0, 3.0, 430), (3, 0.3, 1.0, 1), (3, 1.0, 1.0, 1)]


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
    failed = False
    for dims, noise, bar, stride in CASES:
        with tempfile.TemporaryDirectory() as folder:
            ours, points, queries, squared = run_ours(sys.argv[1], dims, noise, folder)
        peer, distances = run_peer(points, queries, stride)
        close = numpy.allclose(numpy.sqrt(squared[::stride]), distances, rtol=1e-5, atol=1e-6)
        good = close and peer >= bar * ours
        failed = failed or not good
        print(f"{len(queries)} queries, {len(points)} points, {dims} inputs, noise {noise}: "
              f"{ours:.3f} s, cKDTree {peer:.3f} s, ratio {peer / ours:.2f}, bar {bar:g}, "
              f"answers {'agree' if close else 'DIFFER'}: {'PASS' if good else 'FAIL'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
