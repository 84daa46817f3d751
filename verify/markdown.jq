# The blocks of certificate.jq as Markdown.
include "certificate";
def escape: gsub("[\\n\\r]"; " ") | gsub("(?<c>[\\\\`*|<\\[])"; "\\\(.c)");
def code: gsub("[\\n\\r]"; " ") | if . == "" then "" elif test("`") then escape else "`" + gsub("\\|"; "\\|") + "`" end;
def inline: if type == "array" then map(inline) | join("") elif type == "object" then
    (if .code != null then .code | code else "**" + (.strong | escape) + "**" end)
  elif . == null then "" else tostring | escape end;
def row: "| " + (map(inline) | join(" | ")) + " |";
def block:
  if .heading then ("#" * .heading) + " " + (.text | inline), ""
  elif .list then (.list[] | "- " + inline), ""
  elif .head then (.head | row), "| " + (.head | map("---") | join(" | ")) + " |", (.rows[] | row), ""
  else (.paragraph | inline), "" end;
[blocks[] | block] | join("\n")
