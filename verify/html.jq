# The blocks of certificate.jq as one HTML page without script, that prints on A4.
include "certificate";
def inline: if type == "array" then map(inline) | join("") elif type == "object" then
    (if .code != null then "<code>" + (.code | @html) + "</code>" else "<strong>" + (.strong | @html) + "</strong>" end)
  elif . == null then "" else tostring | @html end;
def cells(tag): map("<\(tag)>" + inline + "</\(tag)>") | join("");
def block:
  if .heading then "<h\(.heading)>" + (.text | inline) + "</h\(.heading)>"
  elif .list then "<ul>", (.list[] | "<li>" + inline + "</li>"), "</ul>"
  elif .head then "<table>", "<thead><tr>" + (.head | cells("th")) + "</tr></thead>", "<tbody>", (.rows[] | "<tr>" + cells("td") + "</tr>"), "</tbody>", "</table>"
  else "<p>" + (.paragraph | inline) + "</p>" end;
[ "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
  "<title>\("\(.model): \(.result)" | @html)</title>",
  "<style>",
  "@page { size: A4; margin: 18mm 15mm; }",
  "body { font: 10pt/1.35 'DejaVu Sans', Arial, sans-serif; color: #000; background: #fff; max-width: 180mm; margin: 0 auto; padding: 4mm; }",
  "h1 { font-size: 16pt; border-bottom: 2pt solid #000; } h2 { font-size: 12pt; margin-top: 1.6em; } h3 { font-size: 10pt; }",
  "h1, h2, h3 { break-after: avoid; }",
  "table { border-collapse: collapse; width: 100%; margin: 0.6em 0; font-size: 7.5pt; }",
  "th, td { border: 0.5pt solid #888; padding: 1pt 3pt; text-align: left; vertical-align: top; overflow-wrap: break-word; }",
  "th { background: #eee; } tr { break-inside: avoid; } thead { display: table-header-group; }",
  "code { font: 0.92em 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }",
  "@media print { body { padding: 0 1pt 0 0; } }",
  "</style>", "</head>", "<body>", (blocks[] | block), "</body>", "</html>" ] | join("\n")
