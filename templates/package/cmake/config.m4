# The target EPI_PREFIX::EPI_PREFIX: as it was installed, or from the sources beside this file.
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/EPI_PREFIX()Targets.cmake")
    include("${CMAKE_CURRENT_LIST_DIR}/EPI_PREFIX()Targets.cmake")
elseif(NOT TARGET EPI_PREFIX::EPI_PREFIX)
    add_subdirectory("${CMAKE_CURRENT_LIST_DIR}" "${CMAKE_CURRENT_BINARY_DIR}/EPI_PREFIX")
endif()
