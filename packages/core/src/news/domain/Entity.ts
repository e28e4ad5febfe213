/** A company, as somebody names it who asks for its news (contract/news.md). */

export type Entity =
  | { readonly _tag: "Name"; readonly name: string }
  | { readonly _tag: "Domain"; readonly domain: string }
  | { readonly _tag: "Ticker"; readonly ticker: string; readonly exchange: string | null }
  | { readonly _tag: "Isin"; readonly isin: string }
