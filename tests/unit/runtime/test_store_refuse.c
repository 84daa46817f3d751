/* test_store.c for the policy that refuses points when the store is full. */
#define EPI_STORE_POLICY 0U /* EPI_STORE_REFUSE */
#include "test_store.c"
