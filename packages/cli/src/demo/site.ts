/** The site of the demo, on a port of this machine. */
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import { Effect } from "effect"
import { listen } from "./listen.ts"
import { firstState, quotes, type SiteState } from "./siteState.ts"

const frame = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} · Gannet</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:16px/1.5 system-ui;max-width:42rem;margin:2rem auto;padding:0 1rem}nav a{margin-right:.75rem}td,th{text-align:left;padding:.25rem 1rem .25rem 0}</style>
</head><body>
<nav><a href="/">Gannet</a> <a href="/pricing">Pricing</a> <a href="/changelog">Changelog</a> <a href="/jobs">Jobs</a> <a href="/status">Status</a></nav>
<main><h1>${title}</h1>
${body}
</main></body></html>`

const pricing = ({ flickers, price, quote }: SiteState, nth: number): string => {
  const [said, who] = quotes[(flickers ? nth : quote) % quotes.length]!
  return frame(
    "Pricing",
    `<p>Gannet keeps the sightings of your club in one place. Every plan has maps, tides and all species of the North Atlantic.</p>
<table><thead><tr><th>Plan</th><th>Price</th><th>For</th></tr></thead><tbody>
<tr><td>Starter</td><td>$0 a month</td><td>Up to 100 sightings a year</td></tr>
<tr><td>Pro</td><td>$${price} a month</td><td>Any number of sightings, and exports</td></tr>
<tr><td>Team</td><td>$49 a month</td><td>Up to 20 members with their own maps</td></tr>
</tbody></table>
<h2>What members say</h2>
<p>${said}</p><p>${who}</p>
<h2>Questions</h2>
<p>You can leave at the end of any month. Clubs under the age of one year pay half.</p>`
  )
}

const jobs = ({ jobs }: SiteState): string =>
  frame(
    "Open jobs",
    `<p>We are a small team that works from the coast. These positions are open now.</p>
<table><thead><tr><th>Title</th><th>Location</th></tr></thead><tbody>
${jobs.map(({ place, title }) => `<tr><td>${title}</td><td>${place}</td></tr>`).join("\n")}
</tbody></table>`
  )

const sitemap = ({ posts }: SiteState, base: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
    ...["/", "/pricing", "/changelog", "/jobs", "/status"],
    ...posts.map(({ path }) => path)
  ]
    .map((path) => `<url><loc>${base}${path}</loc></url>`)
    .join("")}</urlset>`

/** Without a browser that runs its script this page says nothing. */
const status = ({ status }: SiteState): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Status · Gannet</title></head><body><div id="app"></div>
<script>document.getElementById("app").innerHTML = "<main><h1>Status</h1><p>" + ${JSON.stringify(status)} + "</p><p>Checked by every visitor in the browser.</p></main>"</script>
</body></html>`

const html = "text/html; charset=utf-8"

/** What the site answers, by the path; nothing where it has no such page. */
const answerOf = (state: SiteState, path: string, base: string, nth: number) => {
  switch (path) {
    case "/":
      return [
        html,
        frame(
          "Gannet",
          `<p>Sightings of seabirds, kept well.</p><ul>${state.posts.map((one) => `<li><a href="${one.path}">${one.title}</a></li>`).join("")}</ul>`
        )
      ] as const
    case "/pricing":
      return [html, pricing(state, nth)] as const
    case "/changelog":
      return [html, frame("Changelog", `<ul>${state.releases.map((one) => `<li>${one}</li>`).join("")}</ul>`)] as const
    case "/jobs":
      return [html, jobs(state)] as const
    case "/status":
      return [html, status(state)] as const
    case "/sitemap.xml":
      return ["application/xml", sitemap(state, base)] as const
    case "/robots.txt":
      return ["text/plain", `User-agent: *\nAllow: /\nSitemap: ${base}/sitemap.xml\n`] as const
    default: {
      const post = state.posts.find((one) => one.path === path)
      return post === undefined ? null : ([html, frame(post.title, `<p>${post.text}</p>`)] as const)
    }
  }
}

/** The site while it is served. */
export interface DemoSite {
  readonly url: string
  readonly state: () => SiteState
  /** What it says from now on. */
  readonly become: (state: SiteState) => void
}

/** Serves the site until its scope closes. */
export const serveSite = Effect.gen(function* () {
  let state = firstState
  let nth = 0
  let base = ""
  base = yield* listen((request, response) => {
    // Whoever asks for what is no address finds nothing: an error here would end the process.
    const pathname = parseUrl(request.url ?? "/", "http://127.0.0.1")?.pathname ?? ""
    const answer = state.isDown ? null : answerOf(state, pathname, base, nth++)
    response.writeHead(state.isDown ? 503 : answer === null ? 404 : 200, {
      "content-type": answer?.[0] ?? html,
      "cache-control": "no-store"
    })
    response.end(answer?.[1] ?? frame(state.isDown ? "Back soon" : "Not found", "<p>Nothing is here.</p>"))
  })
  const site: DemoSite = {
    url: base,
    state: () => state,
    become: (next) => {
      state = next
    }
  }
  return site
})
