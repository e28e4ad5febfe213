/** What the rules were not made with; of it only sums were read while they were. */
import { countAt, type Samples, titleAt } from "./SampleNoise.ts"

const list = (n: number, count: number) =>
  Array.from({ length: count }, (_, i) => `<li><a href="/p/${i}">${titleAt(n, i)}</a></li>`).join("")

const cards = (n: number, count: number) =>
  Array.from(
    { length: count },
    (_, i) =>
      `<article><a href="/p/${i}"><img src="/i.jpg" alt=""><h4>${titleAt(n, i)}</h4></a><p>From ${n + i} readers this week.</p></article>`
  ).join("")

export const held: Samples = {
  noise: [
    { name: "Taboola", html: (n) => `<div id="taboola-below-article"><a href="/t">${titleAt(n, 4)}</a></div>` },
    {
      name: "BEM ad",
      html: (n) => `<div class="article__ad article__ad--mobile"><a href="/a">Save ${n} € on shoes</a></div>`
    },
    { name: "camel case", html: (n) => `<div class="adContainer"><p>Try wine number ${n}</p></div>` },
    {
      name: "sponsored post",
      html: (n) => `<div class="sponsored-content"><h4>${titleAt(n, 2)}</h4><a href="/s">Read</a></div>`
    },
    {
      name: "publicité",
      html: (n) => `<div><div>Publicité</div><a href="/z"><img src="/z.png" alt=""> Montre ${n}</a></div>`
    },
    {
      name: "Anzeige",
      html: (n) => `<div class="anzeige"><span>Anzeige</span> <a href="/q">Versicherung ${n}</a></div>`
    },
    {
      name: "promoted label",
      html: (n) => `<div class="box"><small>Sponsored</small><a href="/m">Mattress ${n}</a></div>`
    },
    { name: "amp-ad", html: (n) => `<amp-ad width="300">Holiday ${n}</amp-ad>` },
    { name: "data attribute", html: (n) => `<div data-ad-unit="/1/top"><a href="/u">Hotel ${n}</a></div>` },
    { name: "recommended articles", html: (n) => `<div class="recommended-articles"><ul>${list(n, 4)}</ul></div>` },
    { name: "related cards", html: (n) => `<section class="c-related-content">${cards(n, 3)}</section>` },
    {
      name: "verwandte Artikel",
      html: (n) => `<div class="teaser"><h3>Ähnliche Artikel</h3><ul>${list(n, 3)}</ul></div>`
    },
    { name: "à lire aussi", html: (n) => `<div><p><strong>À lire aussi</strong></p><ul>${list(n, 2)}</ul></div>` },
    { name: "more from", html: (n) => `<div class="grid-3"><h2>More from Harbour News</h2>${cards(n, 3)}</div>` },
    {
      name: "customers also bought",
      html: (n) => `<section><h2>Customers also bought</h2><ul>${list(n, 4)}</ul></section>`
    },
    {
      name: "aria-label related",
      html: (n) => `<section aria-label="Related stories"><ul>${list(n, 3)}</ul></section>`
    },
    { name: "popular posts", html: (n) => `<div class="widget popular-posts"><ul>${list(n, 5)}</ul></div>` },
    {
      name: "AddToAny",
      html: (n) =>
        `<div class="a2a_kit addtoany_list"><a href="/f">Facebook</a><a href="/x">X</a><span>${countAt(n)}</span></div>`
    },
    {
      name: "social share",
      html: (n) =>
        `<div class="social-share"><span>Share this article</span><a href="/w">WhatsApp</a> <b>${countAt(n)}</b></div>`
    },
    { name: "fb-like", html: (n) => `<div class="fb-like"><a href="/l">Like</a> ${countAt(n)}</div>` },
    {
      name: "sharedaddy",
      html: (n) =>
        `<div class="sharedaddy sd-sharing-enabled"><h3>Share this:</h3><ul><li><a href="/t">Tweet ${n}</a></li></ul></div>`
    },
    {
      name: "Teilen",
      html: (n) => `<div class="share-bar"><button>Teilen</button><button>Gefällt mir ${n}</button></div>`
    },
    { name: "claps", html: (n) => `<div class="clap-count">${countAt(n)}</div>` },
    {
      name: "WordPress views",
      html: (n) => `<span class="post-views"><i>Views:</i> ${countAt(n).toLocaleString("en")}</span>`
    },
    { name: "reply count", html: (n) => `<a class="reply-count" href="#c">${n} replies</a>` },
    { name: "visitor counter", html: (n) => `<div id="visitor-counter">Visitors: ${countAt(n)}</div>` },
    { name: "reads", html: (n) => `<span class="reads-count">${n}k reads</span>` },
    { name: "relative-time", html: (n) => `<p><relative-time datetime="2026-01-01">${n} days ago</relative-time></p>` },
    { name: "short time", html: (n) => `<p><time>${n}h</time></p>` },
    { name: "il y a", html: (n) => `<div class="published">Publié il y a ${n} heures</div>` },
    { name: "hace", html: (n) => `<time class="entry-date">hace ${n} minutos</time>` },
    { name: "Japanese", html: (n) => `<span class="timestamp">${n}時間前</span>` },
    { name: "dateline", html: (n) => `<div class="dateline">LONDON, updated ${n} minutes ago</div>` },
    { name: "timeago", html: (n) => `<abbr class="timeago" title="2026-01-01T00:00Z">about ${n + 1} hours ago</abbr>` },
    { name: "article meta", html: (n) => `<p class="article-meta">By Li Wei | ${n + 1} hours ago | 4 min read</p>` },
    { name: "geleden", html: (n) => `<span class="post-date">${n + 1} dagen geleden</span>` }
  ],
  content: [
    { name: "add-on", html: (v) => `<div class="add-on">Extra storage ${v}</div>`, before: "€2", after: "€3" },
    { name: "address", html: (v) => `<div class="ad-dress"><p>Harbour Street ${v}</p></div>`, before: "5", after: "7" },
    {
      name: "classified ad page",
      html: (v) => `<div class="ad-details"><h2>Bicycle</h2><p>Asking ${v}</p></div>`,
      before: "40 €",
      after: "35 €"
    },
    {
      name: "ad prices",
      html: (v) => `<div class="ad-prices"><p>Full page ${v}</p></div>`,
      before: "€900",
      after: "€950"
    },
    {
      name: "ads with its own section",
      html: (v) => `<div class="ads"><h2>Ad formats</h2><p>A banner costs ${v}.</p></div>`,
      before: "€90",
      after: "€95"
    },
    {
      name: "related laws",
      html: (v) =>
        `<div class="related"><p>The limit is ${v}, as the <a href="/l">law</a> and its <a href="/c">commentary</a> say of cases of this kind since the reform of last year.</p></div>`,
      before: "30 days",
      after: "14 days"
    },
    {
      name: "related table",
      html: (v) =>
        `<section class="related-products"><table><tr><th>Part</th><th>Price</th></tr><tr><td><a href="/p">Lid</a></td><td>${v}</td></tr></table></section>`,
      before: "4 €",
      after: "6 €"
    },
    {
      name: "recommended dose",
      html: (v) =>
        `<div class="recommended"><p>Take ${v} a day. See <a href="/a">adults</a> and <a href="/b">children</a>.</p></div>`,
      before: "two tablets",
      after: "one tablet"
    },
    {
      name: "popular plan",
      html: (v) =>
        `<div class="popular"><h3>Team</h3><p>${v}</p><a href="/x">Start</a><a href="/y">Talk to us</a></div>`,
      before: "$20",
      after: "$30"
    },
    {
      name: "trending topic prose",
      html: (v) => `<p class="trending">Searches for ${v} doubled.</p>`,
      before: "tea",
      after: "coffee"
    },
    {
      name: "shares of a company",
      html: (v) => `<dl class="shares"><dt>Shares outstanding</dt><dd>${v}</dd></dl>`,
      before: "1,200,000",
      after: "1,300,000"
    },
    {
      name: "share a secret",
      html: (v) =>
        `<div class="share-box"><p>Share up to ${v} files of any size with your team.</p><a href="/go">Share</a></div>`,
      before: "100",
      after: "50"
    },
    { name: "button that buys", html: (v) => `<button>Buy for ${v}</button>`, before: "€10", after: "€12" },
    {
      name: "button of state",
      html: (v) => `<button class="status">${v}</button>`,
      before: "In stock",
      after: "Sold out"
    },
    { name: "likes allowed", html: (v) => `<li class="likes">${v} likes a day</li>`, before: "50", after: "100" },
    { name: "counter in prose", html: (v) => `<p class="count">${v} seats left</p>`, before: "12", after: "3" },
    { name: "price per views", html: (v) => `<div class="views">$${v} per 1,000 views</div>`, before: "2", after: "3" },
    {
      name: "comments section",
      html: (v) => `<div class="comments"><p>${v}</p></div>`,
      before: "Please mend this.",
      after: "Mended, thank you."
    },
    { name: "opening time", html: (v) => `<div class="time">Open ${v}</div>`, before: "9 to 17", after: "9 to 18" },
    { name: "deadline", html: (v) => `<time>${v}</time>`, before: "30 June 2026", after: "15 June 2026" },
    { name: "author", html: (v) => `<p class="author">${v}</p>`, before: "Jane Doe", after: "Li Wei" },
    {
      name: "byline without time",
      html: (v) => `<p class="byline">By ${v}, 3 March 2026</p>`,
      before: "Jane Doe",
      after: "Li Wei"
    },
    {
      name: "job meta",
      html: (v) => `<div class="job-meta">${v} · full time · 3 days ago</div>`,
      before: "Berlin",
      after: "Remote"
    },
    {
      name: "incident",
      html: (v) => `<p class="incident-time">${v} 20 minutes ago</p>`,
      before: "Investigating since",
      after: "Resolved"
    },
    {
      name: "changed ago in prose",
      html: (v) => `<p>We were founded ${v} years ago in a harbour town.</p>`,
      before: "10",
      after: "11"
    },
    {
      name: "related heading over prose",
      html: (v) =>
        `<section><h2>Related products</h2><p>All of them are made in ${v} and are tested for ten years before they leave the house.</p></section>`,
      before: "Ghent",
      after: "Lyon"
    },
    {
      name: "advertisement in prose",
      html: (v) => `<p>Advertisement rules: at most ${v} a page.</p>`,
      before: "two",
      after: "three"
    },
    {
      name: "sponsor tier",
      html: (v) => `<div class="sponsor-tier"><h3>Gold</h3><p>${v}</p></div>`,
      before: "€5,000",
      after: "€6,000"
    },
    {
      name: "id of a section",
      html: (v) => `<section id="share"><h2>Share your calendar</h2><p>Up to ${v} people may see it.</p></section>`,
      before: "20",
      after: "50"
    },
    {
      name: "more pages",
      html: (v) => `<h2>More pages</h2><ul><li>Terms, version ${v}</li><li>Imprint</li></ul>`,
      before: "4",
      after: "5"
    }
  ]
}
