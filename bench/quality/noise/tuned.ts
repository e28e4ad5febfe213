/** What the rules were made with. */
import { countAt, type Samples, titleAt } from "./SampleNoise.ts"

export const tuned: Samples = {
  noise: [
    {
      name: "AdSense",
      html: (n) => `<ins class="adsbygoogle" data-ad-slot="12"><a href="/x">Cups from ${n} €</a></ins>`
    },
    { name: "ad slot", html: (n) => `<div class="ad-slot ad-slot--top"><p>Offer ${n}: ${titleAt(n, 1)}</p></div>` },
    { name: "GPT", html: (n) => `<div id="div-gpt-ad-1234-0"><a href="/b">Book flight ${n} now</a></div>` },
    {
      name: "labelled",
      html: (n) => `<div class="x1"><span>Advertisement</span><a href="/y">Shoes, pair ${n}</a></div>`
    },
    { name: "Werbung", html: (n) => `<div class="werbung"><a href="/w">Sofa Nummer ${n}</a></div>` },
    {
      name: "related posts",
      html: (n) =>
        `<section class="related-posts"><h3>Related posts</h3><ul>${[0, 1, 2].map((i) => `<li><a href="/${n}${i}">${titleAt(n, i)}</a></li>`).join("")}</ul></section>`
    },
    {
      name: "related by heading",
      html: (n) =>
        `<div class="mt-8"><h2>You may also like</h2><div>${[0, 1].map((i) => `<a href="/${i}">${titleAt(n, i)}</a>`).join(" ")}</div></div>`
    },
    {
      name: "trending below a heading",
      html: (n) =>
        `<h3>Most read</h3><ol>${[0, 1, 2].map((i) => `<li><a href="/${i}">${titleAt(n, i)}</a></li>`).join("")}</ol>`
    },
    {
      name: "share count",
      html: (n) => `<div class="share-buttons"><a href="/s">Share</a> <span>${countAt(n)}</span></div>`
    },
    { name: "like button", html: (n) => `<button class="like-button">Like ${countAt(n)}</button>` },
    {
      name: "aria share",
      html: (n) => `<button aria-label="Share on Facebook">${countAt(n)}<span> shares</span></button>`
    },
    { name: "view count", html: (n) => `<span class="view-count">${countAt(n)} views</span>` },
    { name: "comments count", html: (n) => `<p class="comments-count">${n} comments</p>` },
    { name: "time", html: (n) => `<p><time datetime="2026-01-01">${n} hours ago</time></p>` },
    { name: "byline", html: (n) => `<p class="byline">By <a href="/jane">Jane Doe</a> · ${n} hours ago</p>` },
    { name: "vor Stunden", html: (n) => `<span class="date">Aktualisiert vor ${n} Stunden</span>` },
    { name: "entry meta", html: (n) => `<div class="entry-meta">Posted by Ann, ${n + 1} days ago</div>` }
  ],
  content: [
    {
      name: "related-pricing",
      html: (v) => `<div class="related-pricing"><a href="/a">Team ${v}</a> <a href="/b">Solo €9</a></div>`,
      before: "€20",
      after: "€25"
    },
    {
      name: "ad-hoc",
      html: (v) => `<div class="ad-hoc"><p>Ad hoc reports cost ${v} each.</p></div>`,
      before: "€5",
      after: "€6"
    },
    {
      name: "recommended plan",
      html: (v) =>
        `<div class="plan recommended"><h3>Pro</h3><p>${v}</p><a href="/buy">Buy</a> <a href="/more">More</a></div>`,
      before: "$49",
      after: "$59"
    },
    {
      name: "table called ads",
      html: (v) =>
        `<div class="ads"><table><tr><th>Format</th><th>Price</th></tr><tr><td>Banner</td><td>${v}</td></tr></table></div>`,
      before: "€100",
      after: "€120"
    },
    {
      name: "share price",
      html: (v) => `<div class="share-price">Share price ${v}</div>`,
      before: "12.50",
      after: "12.70"
    },
    { name: "market share", html: (v) => `<div class="share">${v}</div>`, before: "12 %", after: "14 %" },
    {
      name: "views of a plan",
      html: (v) => `<table><tr><td>Views</td><td class="views">${v} views</td></tr></table>`,
      before: "10,000",
      after: "20,000"
    },
    { name: "delivery time", html: (v) => `<p class="time">Ships in ${v}</p>`, before: "3 days", after: "5 days" },
    {
      name: "a date",
      html: (v) => `<p class="updated"><time>Last updated ${v}</time></p>`,
      before: "3 March 2026",
      after: "9 May 2026"
    },
    {
      name: "advertising section",
      html: (v) =>
        `<section><h2>Advertising</h2><p>Reach readers from ${v} a day.</p><a href="/book">Book</a></section>`,
      before: "€300",
      after: "€350"
    },
    {
      name: "sponsors",
      html: (v) =>
        `<section class="sponsors"><h2>Sponsors</h2><ul><li><a href="/x">${v}</a></li><li><a href="/y">Globex</a></li></ul></section>`,
      before: "Acme",
      after: "Initech"
    },
    {
      name: "outage",
      html: (v) => `<p class="status-date">Outage of ${v} began 3 hours ago</p>`,
      before: "the API",
      after: "the API and search"
    }
  ]
}
