# The checks as a test suite in JUnit's XML. Of {name, version, checks}.
def text: gsub("[\u0000-\u001f]"; " ") | @html;
"<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
"<testsuite name=\"epiverify \(.name | text)\" tests=\"\(.checks | length)\" failures=\"\([.checks[] | select(.passed | not)] | length)\">",
(.name as $name | .checks[] | "  <testcase classname=\"\($name | text)\" name=\"\(.check | text)\">"
  + (if .passed then "<system-out>\(.summary | text)</system-out>" else "<failure message=\"\(.summary | text)\"/>" end) + "</testcase>"),
"</testsuite>"
