/** How the elements of HTML stand in a page's text. */

/** Has no text that a reader sees. */
export const silent = 1
/** Starts and ends a line. */
export const block = 2
/** Keeps its line breaks. */
export const preformatted = 4
/** A row of a table: one line, if its cells hold nothing but short text. */
export const row = 8
/** A cell of a row. */
export const cell = 16
/** Makes the rows around it layout instead of rows of values. */
export const structure = 32
/** Only ends a line. */
export const lineBreak = 64
/** A control whose label stands apart from its neighbours. */
export const control = 128
/** Names what stands below it. */
export const heading = 256
/** Says what is no longer so. */
export const struck = 512
/** A box between words that has none itself, such as a field or a film. */
export const replaced = 1024

/** Traits of each element of HTML that is not plain inline text. */
export const traits: ReadonlyMap<string, number> = new Map(
  (
    [
      // No box in a browser with scripts, or a fallback for what it shows instead; what a form holds is not the page's.
      [
        silent,
        "area base basefont datalist frameset head link meta noembed noframes noscript param rp script source style title track"
      ],
      [silent | replaced, "audio canvas embed frame iframe meter object progress textarea video"],
      [
        block,
        "address article aside blockquote body center dd details dialog dir div dt fieldset figcaption figure footer " +
          "form header hgroup html legend li main nav optgroup option p search section select caption tbody tfoot thead"
      ],
      [block | structure, "dl menu ol table ul"],
      [block | structure | heading, "h1 h2 h3 h4 h5 h6"],
      [block | heading, "summary"],
      [struck, "del s strike"],
      [block | structure | preformatted, "listing plaintext pre xmp"],
      [block | row, "tr"],
      [block | cell, "td th"],
      [lineBreak, "br hr"],
      [control, "button"]
    ] as const
  ).flatMap(([trait, names]) => names.split(" ").map((name) => [name, trait] as const))
)
