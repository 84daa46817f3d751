"""The self-test, and that both ways in give the same bits: python3 tests/test_<||>EPI_PREFIX.py"""
import array
import unittest

import EPI_PREFIX


class Test_<||>EPI_PREFIX<||>(unittest.TestCase):
    def setUp(self):
        middle = [(low + high) / 2 for low, high in EPI_PREFIX.DOMAIN.values()]
        self.rows = [array.array("f", row) for row in (middle, [0.0] * EPI_N_IN, [float("nan")] * EPI_N_IN)]

    def test_bits(self):
        self.assertEqual(EPI_PREFIX.selftest(), 0)

    def test_sequence_is_buffer(self):
        for row in self.rows:
            self.assertEqual(EPI_PREFIX.infer(row), EPI_PREFIX.infer(list(row)))

    def test_batch_is_single(self):
        batch = EPI_PREFIX.infer_batch(self.rows)
        for place, row in enumerate(self.rows):
            single = EPI_PREFIX.infer(row)
            self.assertEqual(tuple(batch.mean.tolist()[place]), single.mean)
            self.assertEqual(batch.status[place], single.status)

    def test_wrong_length(self):
        with self.assertRaises(ValueError):
            EPI_PREFIX.infer([0.0] * (EPI_N_IN + 1))


if __name__ == "__main__":
    unittest.main()
