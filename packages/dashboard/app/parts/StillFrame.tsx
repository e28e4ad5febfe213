/** A page of somebody else, laid out and nothing more: in a frame without scripts, styles, loads, forms or ways out. */
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'"

/** What must not even be tried: a frame may take a new address from `meta`, and a base from `base`. */
const withoutMoves = (html: string): string => html.replace(/<(?=\/?(?:meta|base|link|script|style)\b)/gi, "&lt;")

const around = (html: string): string =>
  `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="${policy}"><meta charset="utf-8"></head><body>${withoutMoves(html)}</body></html>`

export const StillFrame = ({ html, title }: { readonly html: string; readonly title: string }) => (
  <iframe
    title={title}
    sandbox=""
    referrerPolicy="no-referrer"
    srcDoc={around(html)}
    className="h-[70vh] w-full rounded-m border border-line bg-[#fff]"
  />
)
