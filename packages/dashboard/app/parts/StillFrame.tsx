/** A page of somebody else, laid out and nothing more: in a frame without scripts, styles, loads, forms or ways out. */
import { useEffect, useRef } from "react"

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'"

/** What must not even be tried: a frame may take a new address from `meta`, and a base from `base`. */
const withoutMoves = (html: string): string => html.replace(/<(?=\/?(?:meta|base|link|script|style)\b)/gi, "&lt;")

/** Most characters of a page that are laid out: a longer one would hold the browser up. */
const lengthMax = 2_000_000

const around = (html: string): string =>
  `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="${policy}"><meta charset="utf-8"></head><body>${withoutMoves(html.slice(0, lengthMax))}</body></html>`

interface Factory {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML: (html: string) => string }
  ) => { readonly createHTML: (html: string) => string }
}

/** The only text of this page that a browser may take as markup (`trusted-types` in its policy). */
const markup = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("still-frame", {
  createHTML: (html) => around(html)
})

export const StillFrame = ({ html, title }: { readonly html: string; readonly title: string }) => {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (frame.current !== null) frame.current.srcdoc = markup?.createHTML(html) ?? around(html)
  }, [html])
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox=""
      referrerPolicy="no-referrer"
      className="h-[70vh] w-full rounded-m border border-line bg-[#fff]"
    />
  )
}
