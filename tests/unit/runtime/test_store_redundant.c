/* test_store.c for the policy that gives up the most redundant point. */
#define EPI_STORE_POLICY 2U /* EPI_STORE_REDUNDANT */
#include "test_store.c"
