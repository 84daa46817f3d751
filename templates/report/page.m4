m4_divert(-1)
m4_changequote(<|, |>)
m4_changecom(//)
m4_ifdef(<|__unix__|>, <|m4_undefine(<|__unix__|>)|>)
m4_ifdef(<|__gnu__|>, <|m4_undefine(<|__gnu__|>)|>)
// What pages are made of. gen/page/page.c includes this file first and calls the macros in the order of the page. Texts of users come
// as HTML already, with every sign as a number.
m4_include(<|declare.m4|>)m4_divert(-1)

// The head. Nothing may be loaded from anywhere: the page's one script and one style are known by their checksums.
EPI_DEFINE(<|EPI_PAGE|>, <|title, checksum of the script, checksum of the style|>,
<|<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '$2' 'wasm-unsafe-eval'; style-src '$3'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>$1</title>
<style>m4_undivert(<|report/style.css|>)</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
|>)

EPI_DEFINE(<|EPI_HEADER|>, <|name, what it is|>,
<|<header>
<h1>$1</h1>
<p class="lead">$2</p>
|>)
EPI_DEFINE(<|EPI_HEADER_LINE|>, <|text|>, <|<p class="quiet">$1</p>
|>)
EPI_DEFINE(<|EPI_HEADER_END|>, <||>, <|</header>
|>)
EPI_DEFINE(<|EPI_CONTENTS|>, <||>, <|<nav aria-label="Sections"><ul>
|>)
EPI_DEFINE(<|EPI_CONTENTS_LINE|>, <|section, title|>, <|<li><a href="#$1">$2</a></li>
|>)
EPI_DEFINE(<|EPI_CONTENTS_END|>, <||>, <|</ul></nav>
<main id="main">
|>)

EPI_DEFINE(<|EPI_SECTION|>, <|name, title|>, <|<section id="$1" aria-labelledby="$1-title">
<h2 id="$1-title">$2</h2>
|>)
EPI_DEFINE(<|EPI_SECTION_END|>, <||>, <|</section>
|>)
EPI_DEFINE(<|EPI_HEADING|>, <|text|>, <|<h3>$1</h3>
|>)
EPI_DEFINE(<|EPI_PARAGRAPH|>, <|text|>, <|<p>$1</p>
|>)
EPI_DEFINE(<|EPI_COMMAND|>, <|text|>, <|<pre tabindex="0"><code>$1</code></pre>
|>)
EPI_DEFINE(<|EPI_LIST|>, <||>, <|<ul>
|>)
EPI_DEFINE(<|EPI_ITEM|>, <|text|>, <|<li>$1</li>
|>)
EPI_DEFINE(<|EPI_LIST_END|>, <||>, <|</ul>
|>)

// The sign in front of a state. The word is there for those who do not see colours.
EPI_DEFINE(<|EPI_SIGN|>, <|state|>,
<|m4_ifelse(<|$1|>, pass, <|<span class="state pass"><span aria-hidden="true">&#10003; </span>passed</span>|>,
<|$1|>, fail, <|<span class="state fail"><span aria-hidden="true">&#10007; </span>failed</span>|>,
<|$1|>, notrun, <|<span class="state notrun"><span aria-hidden="true">&#9675; </span>not run</span>|>)|>)

EPI_DEFINE(<|EPI_VERDICT|>, <|state, headline, sentence|>,
<|<div class="verdict $1">
<p class="headline">$2</p>
<p>$3</p>
</div>
|>)
EPI_DEFINE(<|EPI_CARDS|>, <||>, <|<div class="cards">
|>)
EPI_DEFINE(<|EPI_CARD|>, <|state, question, answer, words|>,
<|<div class="card $1">
<h3>$2 EPI_SIGN(<|$1|>)</h3>
<p class="answer">$3</p>
<p>$4</p>
</div>
|>)
EPI_DEFINE(<|EPI_CARDS_END|>, <||>, <|</div>
|>)

EPI_DEFINE(<|EPI_TABLE|>, <|caption|>, <|<div class="table" tabindex="0" role="region" aria-label="$1"><table>
<caption>$1</caption>
<thead><tr>|>)
EPI_DEFINE(<|EPI_COLUMN|>, <|text|>, <|<th scope="col">$1</th>|>)
EPI_DEFINE(<|EPI_TABLE_BODY|>, <||>, <|</tr></thead>
<tbody>
|>)
EPI_DEFINE(<|EPI_ROW_HEAD|>, <|text|>, <|<tr><th scope="row">$1</th>|>)
EPI_DEFINE(<|EPI_CELL|>, <|text|>, <|<td>$1</td>|>)
EPI_DEFINE(<|EPI_CELL_STATE|>, <|state|>, <|<td>EPI_SIGN($1)</td>|>)
EPI_DEFINE(<|EPI_ROW_END|>, <||>, <|</tr>
|>)
EPI_DEFINE(<|EPI_TABLE_END|>, <||>, <|</tbody></table></div>
|>)

// What not every reader wants to see at once; it is printed all the same.
EPI_DEFINE(<|EPI_DETAILS|>, <|open or closed, summary|>, <|<details m4_ifelse($1, open, open)><summary>$2</summary>
|>)
EPI_DEFINE(<|EPI_DETAILS_END|>, <||>, <|</details>
|>)

// A place that the script fills: controls or a picture.
EPI_DEFINE(<|EPI_PLACE|>, <|name|>, <|<div id="$1"></div>
|>)
EPI_DEFINE(<|EPI_NOSCRIPT|>, <|text|>, <|<noscript><p class="verdict notrun">$1</p></noscript>
|>)

EPI_DEFINE(<|EPI_FOOTER|>, <|text|>, <|</main>
<footer><p>$1</p></footer>
|>)
EPI_DEFINE(<|EPI_DATA|>, <||>, <|<script type="application/json" id="data">|>)
EPI_DEFINE(<|EPI_DATA_END|>, <||>, <|</script>
|>)
EPI_DEFINE(<|EPI_SCRIPT|>, <||>, <|<script>|>)
EPI_DEFINE(<|EPI_SCRIPT_PART|>, <|file|>, <|m4_undivert(report/$1)|>)
EPI_DEFINE(<|EPI_PAGE_END|>, <||>, <|</script>
</body>
</html>
|>)
m4_divert(0)m4_dnl
