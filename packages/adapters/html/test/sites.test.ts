import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf } from "./reading.ts"

const main = (html: string, url: string) => markdownOf(html, { mainContentOnly: true, sourceUrl: url, finalUrl: url })

const reads = (name: string, url: string, html: string, expected: string) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* main(html, url), expected)
    })
  )

describe("Hacker News", () => {
  const comment = (id: number, indent: number, text: string) =>
    `<tr class="athing comtr" id="${id}"><td><table><tr><td class="ind" indent="${indent}"><img src="s.gif" width="${indent * 40}"></td>
     <td class="default"><span class="comhead"><a class="hnuser" href="user?id=u${id}">u${id}</a> <span class="age" title="2025-02-03T04:05:06 1738555506"><a href="item?id=${id}">1 day ago</a></span></span>
     <div class="comment"><div class="commtext c00">${text}</div><div class="reply"><a href="reply?id=${id}">reply</a></div></div></td></tr></table></td></tr>`
  reads(
    "item pages are a story and its comments",
    "https://news.ycombinator.com/item?id=1",
    `<table id="hnmain"><tr><td><span class="pagetop"><a href="newest">new</a></span></td></tr><tr><td><table class="fatitem">
     <tr class="athing" id="1"><td class="title"><span class="titleline"><a href="https://pumps.example/tank">Tanks</a></span></td></tr>
     <tr><td class="subtext"><span class="score">7 points</span> by <a class="hnuser" href="user?id=ann">ann</a> <span class="age" title="2025-02-03T01:00:00 1738544400"><a href="item?id=1">1 day ago</a></span></td></tr></table>
     <table class="comment-tree">${comment(2, 0, "Mine leaks.<p>Every day.")}${comment(3, 1, "Seal it.")}${comment(4, 0, "Nice.")}</table></td></tr></table>`,
    "# Tanks\n\n**ann** · [2025-02-03](https://news.ycombinator.com/item?id=1) · 7 points\n\n" +
      "[https://pumps.example/tank](https://pumps.example/tank)\n\n---\n\n## Comments\n\n" +
      "> **u2** · [2025-02-03](https://news.ycombinator.com/item?id=2)\n>\n> Mine leaks.\n>\n> Every day.\n>\n" +
      "> > **u3** · [2025-02-03](https://news.ycombinator.com/item?id=3)\n> >\n> > Seal it.\n\n" +
      "> **u4** · [2025-02-03](https://news.ycombinator.com/item?id=4)\n>\n> Nice."
  )
  reads(
    "pages of a comment are that comment",
    "https://news.ycombinator.com/item?id=2",
    `<table id="hnmain"><tr><td><table class="fatitem"><tr class="athing" id="2"><td class="default"><span class="comhead"><a class="hnuser" href="user?id=bob">bob</a>
     <span class="age" title="2025-02-03T01:00:00"><a href="item?id=2">1 day ago</a></span><span class="onstory"> | on: <a href="item?id=1">Tanks</a></span></span>
     <div class="comment"><div class="commtext c00">Mine leaks.</div></div></td></tr><tr><td><div class="toptext"></div></td></tr></table></td></tr></table>`,
    "# Tanks\n\n**bob** · [2025-02-03](https://news.ycombinator.com/item?id=2)\n\nMine leaks."
  )
  reads(
    "listings are a numbered list",
    "https://news.ycombinator.com/",
    `<table id="hnmain"><tr><td><table><tr class="athing" id="1"><td><span class="rank">1.</span></td><td class="title"><span class="titleline"><a href="https://pumps.example/">Pumps</a>
     <span class="sitebit">(<a href="from?site=pumps.example"><span class="sitestr">pumps.example</span></a>)</span></span></td></tr>
     <tr><td class="subtext"><span class="score">9 points</span> by <a class="hnuser" href="user?id=ann">ann</a> <span class="age" title="2025-02-03T01:00:00"><a href="item?id=1">1 hour ago</a></span> | <a href="hide?id=1">hide</a> | <a href="item?id=1">3&nbsp;comments</a></td></tr>
     <tr class="athing" id="2"><td class="title"><span class="titleline"><a href="item?id=2">Acme is hiring</a></span></td></tr><tr><td class="subtext"><span class="age" title="2025-02-03T01:00:00"><a href="item?id=2">2 hours ago</a></span></td></tr>
     <tr><td><a class="morelink" href="?p=2">More</a></td></tr></table></td></tr></table>`,
    "1. [Pumps](https://pumps.example/) (pumps.example)  \n   9 points · by ann · [3 comments](https://news.ycombinator.com/item?id=1)\n" +
      "2. [Acme is hiring](https://news.ycombinator.com/item?id=2)  \n   2025-02-03\n\n[More](https://news.ycombinator.com/?p=2)"
  )
})

describe("Reddit", () => {
  reads(
    "custom elements are a post and its comments",
    "https://www.reddit.com/r/pumps/comments/1/tank/",
    `<shreddit-post post-title="My tank" author="ann" score="12" permalink="/r/pumps/comments/1/tank/" content-href="https://www.reddit.com/r/pumps/comments/1/tank/" created-timestamp="2025-02-03T01:00:00+0000">
     <h1 slot="title">My tank</h1><div slot="text-body"><div class="md"><p>It leaks.</p></div></div><button>Share</button></shreddit-post>
     <shreddit-comment author="bob" depth="0" score="1" permalink="/r/pumps/comments/1/comment/2/"><div slot="commentMeta"><time datetime="2025-02-04T01:00:00Z">1 day ago</time></div>
     <div slot="comment"><p>Seal it.</p></div><shreddit-comment author="ann" depth="1" score="3" permalink="/r/pumps/comments/1/comment/3/"><div slot="comment"><p>Done.</p></div></shreddit-comment></shreddit-comment>`,
    "# My tank\n\n**ann** · [2025-02-03](https://www.reddit.com/r/pumps/comments/1/tank/) · 12 points\n\nIt leaks.\n\n---\n\n## Comments\n\n" +
      "> **bob** · [2025-02-04](https://www.reddit.com/r/pumps/comments/1/comment/2/) · 1 point\n>\n> Seal it.\n>\n> > **ann** · 3 points\n> >\n> > Done."
  )
  reads(
    "old pages nest comments in each other",
    "https://old.reddit.com/r/pumps/comments/1/tank/",
    `<div class="thing link" data-author="ann" data-permalink="/r/pumps/comments/1/tank/" data-score="5" data-timestamp="1738544400000"><a class="title" href="https://pumps.example/">My tank</a><div class="entry"></div></div>
     <div class="thing comment" data-author="bob" data-permalink="/b/"><div class="entry"><p class="tagline"><span class="score dislikes">1 point</span><span class="score unvoted">2 points</span><time datetime="2025-02-04T01:00:00Z">now</time></p>
     <div class="usertext-body"><div class="md"><p>Seal it.</p></div></div></div><div class="child"><div class="thing comment" data-author="ann" data-permalink="/a/"><div class="entry"><div class="usertext-body"><div class="md"><p>Done.</p></div></div></div></div></div></div>`,
    "# My tank\n\n**ann** · [2025-02-03](https://old.reddit.com/r/pumps/comments/1/tank/) · 5 points\n\n[https://pumps.example/](https://pumps.example/)\n\n---\n\n## Comments\n\n" +
      "> **bob** · [2025-02-04](https://old.reddit.com/b/) · 2 points\n>\n> Seal it.\n>\n> > **ann**\n> >\n> > Done."
  )
})

const tweet = (name: string, id: number, text: string) =>
  `<article data-testid="tweet"><div data-testid="User-Name"><a href="/${name}"><span>${name} Name</span></a><a href="/${name}"><span>@${name}</span></a>
   <a href="/${name}/status/${id}"><time datetime="2025-02-0${id}T01:00:00.000Z">Feb ${id}</time></a></div><div data-testid="tweetText">${text}</div><div role="group">3 8 90</div></article>`
const tweets = `<main><h1>Conversa</h1>${tweet("ann", 1, `My tank <img alt="💧" src="https://abs.twimg.com/emoji/v2/a.svg">\nleaks.`)}${tweet("ann", 2, "Every day.")}${tweet("bob", 3, "Seal it.")}<h2>Descubra mais</h2>${tweet("eve", 4, "Buy this.")}</main>`

describe("X", () => {
  reads(
    "a thread of one author is the post, and what others say its comments",
    "https://x.com/ann/status/1",
    tweets,
    "# ann Name (@ann)\n\n[2025-02-01](https://x.com/ann/status/1)\n\nMy tank 💧  \nleaks.\n\nEvery day.\n\n---\n\n## Comments\n\n" +
      "> **bob Name @bob** · [2025-02-03](https://x.com/bob/status/3)\n>\n> Seal it."
  )
  it.effect("is not a host whose name ends like its own", () =>
    Effect.gen(function* () {
      assert.notInclude(yield* main(tweets, "https://netflix.com/ann/status/1"), "## Comments")
    })
  )
})

describe("Substack", () => {
  const note = (id: number, text: string) =>
    `<div role="article"><a href="/@ann"><img alt="avatar" src="/a.png"></a><a href="/@ann">Ann</a> <a title="Feb ${id}, 2025, 1:00 AM" href="/@ann/note/c-${id}">${id}d</a>
     <div class="pc feedCommentBody-x1"><div class="ProseMirror"><p>${text}</p></div></div><button>7</button></div>`
  reads(
    "a page is the one note of a feed that its address names",
    "https://substack.com/@ann/note/c-2",
    `<meta property="og:title" content="Ann (@ann)"><div>${note(1, "My pump hums all night long.")}</div><div>${note(2, "My tank leaks, and I like it.")}</div><div>${note(3, "The tap drips.")}</div>`,
    "# Ann (@ann)\n\n[Feb 2, 2025, 1:00 AM](https://substack.com/@ann/note/c-2)\n\nMy tank leaks, and I like it."
  )
})

describe("shared chats", () => {
  reads(
    "ChatGPT's answers have what they cite as notes",
    "https://chatgpt.com/share/1",
    `<main><section data-testid="conversation-turn-1"><h5 class="sr-only">Du sagtest:</h5><div data-message-author-role="user"><div class="whitespace-pre-wrap">Why?\nTell me.</div></div></section>
     <section data-testid="conversation-turn-2"><h6 class="sr-only">ChatGPT:</h6><div data-message-author-role="assistant"><div class="markdown"><p>It leaks. <span data-testid="webpage-citation-pill"><a href="https://www.pumps.example/tank">Pumps +1</a></span></p></div></div><button>Copy</button></section></main>`,
    "**Du sagtest**\n\nWhy?  \nTell me.\n\n---\n\n**ChatGPT**\n\nIt leaks. [^1]\n\n[^1]: [pumps.example](https://www.pumps.example/tank)"
  )
  const said = "**You**\n\nWhy?\n\n---\n\n"
  reads(
    "Claude's leave out what it thought",
    "https://claude.ai/share/1",
    `<div data-testid="user-message"><p>Why?</p></div><div class="font-claude-response"><div><button>Thought process</button><p>Hm.</p></div><div class="standard-markdown"><p>It leaks.</p></div></div>`,
    `${said}**Claude**\n\nIt leaks.`
  )
  reads(
    "Gemini's are turns",
    "https://gemini.google.com/share/1",
    `<user-query><div class="query-text"><p>Why?</p></div></user-query><model-response><message-content><div class="markdown"><p>It leaks.</p></div></message-content><button>Share</button></model-response>`,
    `${said}**Gemini**\n\nIt leaks.`
  )
  reads(
    "Grok's are turns",
    "https://grok.com/share/1",
    `<div class="flex items-end"><div class="message-bubble"><p>Why?</p></div></div><div class="flex items-start"><div class="message-bubble"><p>It leaks.</p></div></div>`,
    `${said}**Grok**\n\nIt leaks.`
  )
})

const thread = (title: string, post: string, reply: string) =>
  `# ${title}\n\n${post}\n\n---\n\n## Comments\n\n> ${reply}`

describe("threads", () => {
  reads(
    "of GitHub's issues",
    "https://github.com/ann/pump/issues/1",
    `<h1><bdi data-testid="issue-title">Leak</bdi></h1><div data-testid="issue-body"><a data-testid="issue-body-header-author" href="/ann">ann</a> <a data-testid="issue-body-header-link" href="#issue-1"><relative-time datetime="2025-02-01T01:00:00Z">Feb</relative-time></a>
     <span>Contributor</span><div data-testid="markdown-body"><p>It leaks.</p></div></div>
     <div data-testid="comment-viewer-outer-box-I1"><a data-testid="avatar-link" href="/bob">bob</a><a href="#issuecomment-2"><relative-time datetime="2025-02-02T01:00:00Z">Feb</relative-time></a><div data-testid="markdown-body"><p>Seal it.</p></div></div>`,
    thread(
      "Leak",
      "**ann** · [2025-02-01](https://github.com/ann/pump/issues/1#issue-1)\n\nIt leaks.",
      "**bob** · [2025-02-02](https://github.com/ann/pump/issues/1#issuecomment-2)\n>\n> Seal it."
    )
  )
  reads(
    "of GitHub's pull requests",
    "https://github.com/ann/pump/pull/1",
    `<h1 class="gh-header-title"><bdi class="js-issue-title">Seal</bdi></h1>${["ann", "bob"]
      .map(
        (name) =>
          `<div class="timeline-comment"><h3><a class="author" href="/${name}">${name}</a> commented <a href="#${name}"><relative-time datetime="2025-02-01T01:00:00Z">Feb</relative-time></a></h3><table><tr><td class="comment-body"><p>Says ${name}.</p></td></tr></table></div>`
      )
      .join("")}`,
    thread(
      "Seal",
      "**ann** · [2025-02-01](https://github.com/ann/pump/pull/1#ann)\n\nSays ann.",
      "**bob** · [2025-02-01](https://github.com/ann/pump/pull/1#bob)\n>\n> Says bob."
    )
  )
  const display = (name: string) =>
    `<span class="display-name"><bdi><strong class="display-name__html">${name}</strong></bdi><span class="display-name__account">@${name}@pumps.example</span></span>`
  reads(
    "of Mastodon, wherever it runs",
    "https://pumps.example/@ann/1",
    `<div id="mastodon"><div class="detailed-status">${display("ann")}<div class="status__content"><p>It leaks.</p></div><div><a class="detailed-status__datetime" href="/@ann/1"><time datetime="2025-02-01T01:00:00Z">Feb</time></a> · 3 boosts</div></div>
     <div class="status"><a class="status__relative-time" href="/@bob/2"><time datetime="2025-02-02T01:00:00Z">1d</time></a>${display("bob")}<div class="status__content"><p>Seal it.</p></div></div></div>`,
    thread(
      "ann (@ann@pumps.example)",
      "[2025-02-01](https://pumps.example/@ann/1)\n\nIt leaks.",
      "**bob @bob@pumps.example** · [2025-02-02](https://pumps.example/@bob/2)\n>\n> Seal it."
    )
  )
  reads(
    "of an app whose scripts did not run, as far as its head tells",
    "https://pumps.example/@ann/1",
    `<head><meta property="og:title" content="Ann (@ann@pumps.example)"><meta property="og:description" content="It leaks."><meta property="og:published_time" content="2025-02-01T01:00:00Z"></head><body><div id="mastodon"></div><noscript>Run scripts.</noscript></body>`,
    "# Ann (@ann@pumps.example)\n\n[2025-02-01](https://pumps.example/@ann/1)\n\nIt leaks."
  )
  const post = (name: string, text: string) =>
    `<div data-testid="postThreadItem-by-${name}.example"><a href="/profile/${name}.example">${name}</a><a href="/profile/${name}.example/post/1" data-tooltip="February 1, 2025 at 1:00 AM">1d</a><div data-testid="postText">${text}</div><button>Like</button></div>`
  reads(
    "of Bluesky",
    "https://bsky.app/profile/ann.example/post/1",
    `${post("ann", "It leaks.")}${post("bob", "Seal it.")}`,
    thread(
      "ann (@ann.example)",
      "[February 1, 2025 at 1:00 AM](https://bsky.app/profile/ann.example/post/1)\n\nIt leaks.",
      "**bob @bob.example** · [February 1, 2025 at 1:00 AM](https://bsky.app/profile/bob.example/post/1)\n>\n> Seal it."
    )
  )
  const topic = (name: string, at: number, text: string) =>
    `<div class="topic-post"><article data-post-id="${at}"><div class="names"><span class="username"><a href="/u/${name}" data-user-card="${name}">${name}</a></span></div>
     <a class="post-date" href="/t/leak/1/${at}"><span class="relative-date" data-time="1738544400000">Feb</span></a><div class="cooked"><p>${text}</p></div><button>3 Likes</button></article></div>`
  reads(
    "of Discourse, wherever it runs",
    "https://forum.pumps.example/t/leak/1",
    `<meta name="generator" content="Discourse 3.5.0"><div id="topic-title"><h1><a class="fancy-title" href="/t/leak/1">Leak</a></h1></div>${topic("ann", 1, "It leaks.")}${topic("bob", 2, "Seal it.")}`,
    thread(
      "Leak",
      "**ann** · [2025-02-03](https://forum.pumps.example/t/leak/1/1)\n\nIt leaks.",
      "**bob** · [2025-02-03](https://forum.pumps.example/t/leak/1/2)\n>\n> Seal it."
    )
  )
  reads(
    "of LinkedIn",
    "https://www.linkedin.com/posts/ann_leak-1",
    `<article data-test-id="main-feed-activity-card"><div data-test-id="main-feed-activity-card__entity-lockup"><a href="/in/ann"><img src="/a.png"></a><a href="/in/ann">Ann Pump</a><p>Plumber</p><time>2w</time></div>
     <p data-test-id="main-feed-activity-card__commentary">It leaks.\nBadly.</p></article><section class="comment"><a class="comment__author" href="/in/bob">Bob</a><span class="comment__duration-since">1w</span><p class="comment__text">Seal it.</p></section>`,
    thread("Ann Pump", "2w\n\nIt leaks.  \nBadly.", "**Bob** · 1w\n>\n> Seal it.")
  )
  reads(
    "of Gmail, without what each repeats",
    "https://mail.google.com/mail/u/0/#inbox/1",
    `<h2 class="hP">Leak</h2><div data-legacy-message-id="1"><span class="gD" name="Ann" email="ann@pumps.example">Ann</span><span class="g3" title="Feb 1, 2025, 1:00 AM">Feb 1</span><div class="a3s"><div>It leaks.</div></div></div>
     <div data-legacy-message-id="2"><span class="gD" name="Bob">Bob</span><span class="g3" title="Feb 2, 2025, 1:00 AM">Feb 2</span><div class="a3s"><div>Seal it.</div><div class="gmail_quote"><div class="gmail_attr">Ann wrote:</div><blockquote>It leaks.</blockquote></div></div></div>
     <div data-legacy-message-id="3"><span class="gD" name="Ann">Ann</span><span class="g3" title="Feb 3, 2025, 1:00 AM">Feb 3</span><div class="a3s">It is 1 > 0.<br>\n&gt; On Feb 2, <a href="mailto:bob@pumps.example">Bob</a> wrote:<br>\n&gt; Seal it.<br></div></div>`,
    "# Leak\n\n> **Ann** · Feb 1, 2025, 1:00 AM\n>\n> It leaks.\n\n> **Bob** · Feb 2, 2025, 1:00 AM\n>\n> Seal it.\n\n> **Ann** · Feb 3, 2025, 1:00 AM\n>\n> It is 1 > 0."
  )
})

describe("YouTube", () => {
  reads(
    "a video is its title, its channel and all of its description",
    "https://www.youtube.com/watch?v=1",
    `<meta name="title" content="Tanks"><meta property="og:description" content="How to seal…"><div itemscope itemtype="http://schema.org/VideoObject"><span itemprop="author"><link itemprop="name" content="Ann"></span><meta itemprop="datePublished" content="2025-02-01T01:00:00-08:00"></div>
     <script>var ytInitialPlayerResponse = {"videoDetails":{"shortDescription":"How to seal a \\"tank\\".\\n\\nWith a pump."}};</script>`,
    `# Tanks\n\n**Ann** · 2025-02-01\n\nHow to seal a "tank".\n\nWith a pump.`
  )
})

describe("a page of a well-known site", () => {
  it.effect("that its reader does not understand is read as any other", () =>
    Effect.gen(function* () {
      const text = "The tank leaks, and so I sealed it with a rubber ring that I had cut from an old hose of my own. "
      for (const host of ["news.ycombinator.com", "x.com", "chatgpt.com", "mail.google.com", "www.youtube.com/watch"])
        assert.include(
          yield* main(`<main><h1>Leak</h1><p>${text.repeat(5)}</p></main>`, `https://${host}`),
          "rubber ring"
        )
    })
  )

  it.live("with very many entries, empty or inside each other, is read in time", () =>
    Effect.gen(function* () {
      const flat = `<tr class="comtr"><td>${"<i></i>".repeat(20)}</td></tr>`.repeat(1_000)
      const open = `<div class="thing comment" data-author="ann"><div class="entry"><div class="usertext-body"><div class="md">Leak</div></div></div>`
      yield* main(`<table id="hnmain">${flat}</table>`, "https://news.ycombinator.com/item?id=1")
      const deep = `<div class="thing link"><a class="title">Tank</a></div>${open.repeat(400)}`
      assert.include(yield* main(deep, "https://old.reddit.com/r/pumps/comments/1/"), "Leak")
    })
  )
})
