/** A company's site of the size that sites have: pages of 90 to 180 KB, style sheets of 100 KB, and pictures. */
import type { PageContent } from "@kittiwake/core/testing/PageScript"
import sharp from "sharp"

/** Markup as frameworks of utility classes write it, `bytes` long or a little more. */
const filler = (seed: number, bytes: number): string => {
  const card = (n: number) =>
    `<article class="group relative flex flex-col gap-4 rounded-2xl border border-zinc-200 bg-white p-6 shadow-sm hover:shadow-md"><a href="/stories/${seed}-${n}" class="absolute inset-0"><span class="sr-only">Story ${n}</span></a><svg viewBox="0 0 24 24" class="size-6 text-zinc-400" aria-hidden="true"><path d="M4 ${n % 24}h16M4 12h16M4 18h${n % 16}"/></svg><h3 class="text-lg font-semibold tracking-tight">What we learned in week ${n}</h3><p class="text-sm leading-6 text-zinc-600">A team of ${n + 3} people moved its payroll in ${n % 9} days, and nobody had to type anything twice.</p></article>`
  let text = ""
  for (let n = 0; text.length < bytes; n++) text += card(n)
  return text
}

const styleSheet = (seed: number): string => {
  let text = ":root{--brand-primary:#1f8a5b;--ink:#101828}a{color:#1f8a5b}"
  for (let n = 0; text.length < 100_000; n++)
    text += `.u${seed}-${n}{padding:${n % 40}px ${n % 24}px;color:#${((n * 2_654_435) % 0xffffff).toString(16).padStart(6, "0")};background:rgb(${n % 255} ${n % 91} ${n % 47} / .5)}`
  return text
}

const linked = (name: string, root: string): string =>
  JSON.stringify({
    ...{ "@context": "https://schema.org", "@type": "Organization", name, url: root, logo: `${root}logo.svg` },
    sameAs: [`https://www.linkedin.com/company/${name.toLowerCase()}`],
    address: {
      "@type": "PostalAddress",
      streetAddress: "1801 California St",
      addressLocality: "Denver",
      addressCountry: "US"
    }
  })

const pageOf = (name: string, root: string, title: string, body: string, bytes: number, seed: number): string =>
  `<!doctype html><html lang="en"><head><title>${title} | ${name}</title><meta name="description" content="${name} runs payroll and reviews."><meta property="og:site_name" content="${name}"><meta property="og:image" content="${root}card.jpg"><link rel="icon" href="/icon.svg"><link rel="apple-touch-icon" href="/touch.png" sizes="180x180"><link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/b.css"><script type="application/ld+json">${linked(name, root)}</script></head><body><header><a href="/"><img src="/logo.svg" alt="${name}"></a><nav><a href="/about">About us</a><a href="/contact">Contact</a><a href="/imprint">Imprint</a><a href="/pricing">Pricing</a></nav></header><main><h1>${title}</h1>${body}${filler(seed, bytes)}</main><footer><a href="/careers">Careers</a><a href="/privacy">Privacy</a><a href="https://x.com/${name.toLowerCase()}">X</a> © 2026 ${name}, Inc.</footer><script>self.__next_f.push([1,${JSON.stringify(filler(seed, bytes / 3))}])</script></body></html>`

const drawing = (seed: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60">${Array.from({ length: 60 }, (_, n) => `<path fill="#1f8a5b" d="M${n * 4} ${(n * seed) % 50}h3v${10 + (n % 20)}h-3z"/>`).join("")}</svg>`

/** By whole address, what the site of number `seed` has. */
export const costlySite = async (
  seed: number
): Promise<{ readonly domain: string; readonly files: ReadonlyMap<string, PageContent> }> => {
  const name = `Greenleaf${seed}`
  const domain = `greenleaf${seed}.example`
  const root = `https://${domain}/`
  const plain = {
    create: { width: 1_200, height: 630, channels: 3, background: { r: 31, g: 138, b: seed % 256 } }
  } as const
  const drawn = { input: Buffer.from(drawing(seed)), top: 40, left: 40 }
  const card: Buffer = await sharp(plain).composite([drawn]).jpeg().toBuffer()
  const touch: Buffer = await sharp({ create: { ...plain.create, width: 180, height: 180 } })
    .png()
    .toBuffer()
  const page = (path: string, title: string, body: string, bytes: number): readonly [string, PageContent] => [
    `${root}${path}`,
    { body: pageOf(name, root, title, body, bytes, seed) }
  ]
  const file = (path: string, bytes: Uint8Array, mediaType: string): readonly [string, PageContent] => [
    `${root}${path}`,
    { body: "", bytes, mediaType }
  ]
  return {
    domain,
    files: new Map([
      page("", "HR that grows with you", "<p>Payroll, time off and reviews.</p>", 120_000),
      page("about", "About us", "<p>We are 340 people in Denver.</p>", 60_000),
      page("contact", "Contact", `<p>hi@${domain}, +1 303 555 0166</p>`, 60_000),
      page("imprint", "Imprint", `<p>${name}, Inc., 1801 California St, Denver, CO 80202</p>`, 60_000),
      file("a.css", Buffer.from(styleSheet(seed)), "text/css"),
      file("b.css", Buffer.from(styleSheet(seed + 1)), "text/css"),
      file("logo.svg", Buffer.from(drawing(seed)), "image/svg+xml"),
      file("icon.svg", Buffer.from(drawing(seed + 7).replace("240 60", "60 60")), "image/svg+xml"),
      file("touch.png", touch, "image/png"),
      file("card.jpg", card, "image/jpeg")
    ])
  }
}
