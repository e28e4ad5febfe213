/** A site of a few pages, what is asked of it, and what a person reads off it. */

export interface SampleSite {
  readonly id: string
  /** Ends in a slash; paths of pages are put behind it, and the empty one is the start. */
  readonly start: string
  readonly instructions: string
  readonly schema: { readonly [word: string]: unknown }
  readonly pages: { readonly [path: string]: string }
  /** What stands on the pages; null where they say nothing of the field. */
  readonly expected: { readonly [field: string]: unknown }
}

interface Template {
  readonly lang: string
  readonly name: string
  /** Paths of the pages that the menu leads to, by what it calls them. */
  readonly menu: { readonly [words: string]: string }
  readonly foot: string
}

/** Pages with the head, the menu and the foot that a site puts around all of them. */
export const pagesIn =
  ({ foot, lang, menu, name }: Template) =>
  (title: string, main: string, head = ""): string => {
    const links = Object.entries(menu).map(([words, path]) => `<li><a href="/${path}">${words}</a></li>`)
    return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title} | ${name}</title>${head}</head>
<body><div class="cookies" role="dialog"><p>We use cookies. <a href="/privacy">Privacy</a></p><button>OK</button></div>
<header><a class="brand" href="/">${name}</a><nav><ul>${links.join("")}</ul></nav></header>
<main>${main}</main>
<aside><h3>Newsletter</h3><form><label>Your email <input type="email" placeholder="you@mail.example"></label><button>Subscribe</button></form></aside>
<footer><p>${foot}</p><a href="/privacy">Privacy</a> <a href="/terms">Terms</a></footer></body></html>`
  }

/** Pages of a small site by their paths, each of which links to all of them. */
export const plainSite = (lang: string, name: string, mains: { readonly [path: string]: string }) => {
  const links = Object.keys(mains).map((path) => `<a href="/${path}">${path === "" ? name : path}</a>`)
  const page = (path: string, main: string) =>
    `<!doctype html><html lang="${lang}"><head><title>${path === "" ? name : `${path} | ${name}`}</title></head><body><nav>${links.join(" ")}</nav><main><h1>${name}</h1>${main}</main></body></html>`
  return Object.fromEntries(Object.entries(mains).map(([path, main]) => [path, page(path, main)]))
}
