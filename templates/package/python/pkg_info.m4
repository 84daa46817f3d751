Metadata-Version: 2.1
Name: EPI_PREFIX
Version: EPI_VERSION
Summary: EPI_SUMMARY
Author: EPI_AUTHOR
Requires-Python: >=3.8
