/** What site builders and frameworks put around the content of a page, in 2026: heads, state for scripts, notices, badges and placeholders. */

export interface MadePage {
  readonly domain: string
  readonly path: string
  readonly title: string
  readonly description: string
  readonly body: string
  /** What the site repeats on all its pages, by name: `mark`, `nav`, `foot`, `head`, `og`, `cookies`. */
  readonly parts: ReadonlyMap<string, string>
  readonly language: string
}

const attribute = (value: string): string => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")
const part = (page: MadePage, name: string): string => page.parts.get(name) ?? ""

/** `/about About us; /jobs Jobs` as anchors. */
const anchors = (list: string): string =>
  list
    .split(";")
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => {
      const at = one.indexOf(" ")
      return `<a href="${one.slice(0, at)}">${one.slice(at + 1)}</a>`
    })
    .join(" ")

const openGraph = (page: MadePage, siteName = part(page, "og")): string =>
  [
    page.description === "" ? "" : `<meta name="description" content="${attribute(page.description)}">`,
    siteName === "" ? "" : `<meta property="og:site_name" content="${attribute(siteName)}">`,
    `<meta property="og:title" content="${attribute(page.title)}"><meta property="og:type" content="website">`
  ].join("")

const head = (page: MadePage, more: string): string =>
  `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${attribute(page.title)}</title>${more}${part(page, "head")}</head>`

const notices: Readonly<Record<string, string>> = {
  en: '<div id="onetrust-banner-sdk" role="dialog"><h2>We value your privacy</h2><p>We and our 214 partners store and access information on your device to offer you the best experience.</p><button>Accept all</button><a href="https://www.onetrust.com/products/cookie-consent/">Powered by OneTrust</a></div>',
  de: '<div class="cky-consent-container"><p class="cky-title">Wir schätzen Ihre Privatsphäre</p><p>Wir verwenden Cookies, um Ihr Nutzererlebnis zu verbessern und unseren Datenverkehr zu analysieren.</p><button>Alle akzeptieren</button></div>',
  fr: '<div id="tarteaucitronRoot"><p>Ce site utilise des cookies et vous donne le contrôle sur ceux que vous souhaitez activer.</p><button>Tout accepter</button></div>',
  es: '<div id="CybotCookiebotDialog"><p>Esta página web usa cookies para personalizar el contenido y los anuncios y analizar el tráfico.</p><button>Permitir todas</button></div>',
  pl: '<div class="cmplz-cookiebanner"><p>Używamy plików cookie, aby zapewnić najlepszą jakość korzystania z naszej witryny.</p><button>Akceptuję</button></div>'
}
const notice = (page: MadePage): string => (page.parts.has("cookies") ? (notices[part(page, "cookies")] ?? "") : "")

const header = (page: MadePage, attributes = ""): string =>
  `<header ${attributes}>${part(page, "mark")}<nav>${anchors(part(page, "nav"))}</nav></header>`

const next = (page: MadePage): string => {
  const state = JSON.stringify({
    ...{ buildId: "k3_Zt9", locale: page.language, path: page.path, flags: { newCheckout: true } },
    messages: { "cta.start": "Get started", "nav.login": "Log in", "error.title": "Something went wrong" },
    user: null
  })
  return `<!DOCTYPE html><html lang="${page.language}" class="__variable_5cfdac antialiased">${head(
    page,
    `<link rel="preload" as="script" href="/_next/static/chunks/webpack-59c5c889.js"/>${openGraph(page)}<meta name="next-size-adjust" content=""/>`
  )}<body><a class="sr-only" href="#main">Skip to main content</a>${notice(page)}${header(page, 'class="sticky top-0 z-50"')}<main id="main">${page.body}</main><footer class="border-t">${part(page, "foot")}</footer><script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,${JSON.stringify(`5:["$","$L12",null,${state}]`)}])</script></body></html>`
}

const nuxt = (page: MadePage): string =>
  `<!DOCTYPE html><html lang="${page.language}" data-capo="">${head(page, `${openGraph(page)}<link rel="modulepreload" as="script" crossorigin href="/_nuxt/entry.Bk2.js">`)}<body><div id="__nuxt">${notice(page)}${header(page, 'class="the-header" data-v-2a183b29')}<main data-v-inspector="">${page.body}</main><footer class="the-footer" data-v-7b1>${part(page, "foot")}</footer></div><div id="teleports"></div><script type="application/json" data-nuxt-data="nuxt-app" id="__NUXT_DATA__">[["ShallowReactive",1],{"data":2,"state":3,"path":4},{},{},"${page.path}"]</script></body></html>`

const webflow = (page: MadePage): string =>
  `<!DOCTYPE html><!-- Last Published: Tue Oct 20 2026 09:12:31 GMT+0000 --><html data-wf-domain="${page.domain}" data-wf-page="652f" data-wf-site="64aa" lang="${page.language}">${head(page, `${openGraph(page)}<meta content="Webflow" name="generator"/>`)}<body class="body">${notice(page)}<div data-collapse="medium" role="banner" class="navbar w-nav"><div class="container"><div class="w-nav-brand">${part(page, "mark")}</div><nav role="navigation" class="w-nav-menu">${anchors(part(page, "nav"))}</nav><div class="w-nav-button"><div class="w-icon-nav-menu"></div></div></div></div>${page.body}<div class="footer"><div class="container">${part(page, "foot")}</div></div><a class="w-webflow-badge" href="https://webflow.com?utm_campaign=brandjs"><img src="https://d3e54v103j8qbb.cloudfront.net/img/webflow-badge-icon.svg" alt=""/><img src="https://d3e54v103j8qbb.cloudfront.net/img/webflow-badge-text.svg" alt="Made in Webflow"/></a></body></html>`

/** WordPress with Yoast; `yoast` is what was typed into the field for the organization, which may be nothing or nonsense. */
const wordpress = (page: MadePage): string => {
  const root = `https://${page.domain}/`
  const typed = part(page, "yoast")
  const organization =
    typed === ""
      ? []
      : [
          {
            ...{ "@type": "Organization", "@id": `${root}#organization`, name: typed, url: root },
            logo: {
              ...{ "@type": "ImageObject", url: `${root}wp-content/uploads/${part(page, "yoastLogo")}` },
              caption: typed
            }
          }
        ]
  const graph = {
    "@context": "https://schema.org",
    "@graph": [
      { "@type": "WebPage", "@id": `${root}#webpage`, name: page.title, inLanguage: page.language },
      { "@type": "WebSite", "@id": `${root}#website`, url: root, name: part(page, "wpTitle"), description: "" },
      ...organization
    ]
  }
  return `<!DOCTYPE html><html lang="${page.language}">${head(page, `${openGraph(page)}<script type="application/ld+json" class="yoast-schema-graph">${JSON.stringify(graph)}</script><link rel="alternate" type="application/rss+xml" title="${attribute(part(page, "wpTitle"))} &raquo; Comments Feed" href="${root}comments/feed/"><link rel="https://api.w.org/" href="${root}wp-json/"><meta name="generator" content="WordPress 7.0.1"><meta name="generator" content="Elementor 4.2.0; features: e_font_icon_svg">`)}<body class="home wp-custom-logo elementor-default"><a class="skip-link screen-reader-text" href="#content">Skip to content</a>${notice(page)}<div id="masthead" class="site-header"><div class="site-branding">${part(page, "mark")}</div><div class="main-navigation">${anchors(part(page, "nav"))}</div></div><div id="content" class="site-content">${page.body}</div><div id="colophon" class="site-footer">${part(page, "foot")}</div></body></html>`
}

const shopify = (page: MadePage): string =>
  `<!doctype html><html class="js" lang="${page.language}">${head(page, `<meta name="theme-color" content="">${openGraph(page)}<script>var Shopify=Shopify||{};Shopify.shop="${page.domain.split(".")[0]}.myshopify.com";Shopify.locale="${page.language}";Shopify.theme={"name":"Dawn","id":1284,"schema_name":"Dawn","schema_version":"15.4.1","role":"main"};</script>`)}<body class="gradient"><a class="skip-to-content-link visually-hidden" href="#MainContent">Skip to content</a><div class="announcement-bar"><p>Free shipping on orders over 60</p></div><div class="shopify-section-group-header-group"><header class="header">${part(page, "mark")}<nav>${anchors(part(page, "nav"))}</nav><a href="/cart">Cart</a></header></div><cart-drawer><h2>Your cart is empty</h2></cart-drawer><main id="MainContent">${page.body}</main><div class="shopify-section-group-footer-group"><footer class="footer"><h2>Subscribe to our emails</h2>${part(page, "foot")}<ul class="list-payment"><li><svg aria-labelledby="pi-visa"><title id="pi-visa">Visa</title><path fill="#142688" d="M0 0h9v9z"/></svg></li><li><svg aria-labelledby="pi-klarna"><title id="pi-klarna">Klarna</title></svg></li></ul><small><a href="https://www.shopify.com?utm_campaign=poweredby" rel="nofollow">Powered by Shopify</a></small></footer></div></body></html>`

const squarespace = (page: MadePage): string =>
  `<!doctype html><html lang="${page.language}">${head(page, `<!-- This is Squarespace. -->${openGraph(page)}<script type="application/ld+json">{"url":"https://${page.domain}","name":${JSON.stringify(part(page, "sqTitle"))},"@context":"http://schema.org","@type":"WebSite"}</script><script type="application/ld+json">{"address":${JSON.stringify(part(page, "sqAddress"))},"openingHours":"Mo 09:00-17:00, , , , , , ","@context":"http://schema.org","@type":"LocalBusiness"}</script>`)}<body class="tweak-blog"><div id="siteWrapper">${notice(page)}<header class="header" data-controller="Header"><div class="header-title-logo">${part(page, "mark")}</div><nav class="header-nav-list">${anchors(part(page, "nav"))}</nav></header><main>${page.body}</main><footer class="sections">${part(page, "foot")}</footer></div></body></html>`

const typo3 = (page: MadePage): string =>
  `<!DOCTYPE html><html dir="ltr" lang="${page.language}">${head(page, `<!-- This website is powered by TYPO3 - inspiring people to share! --><meta name="generator" content="TYPO3 CMS">${openGraph(page)}<meta name="robots" content="index,follow"><link rel="stylesheet" href="/typo3temp/assets/compressed/merged.css">`)}<body id="p1">${notice(page)}<div class="page-wrap"><div class="header-top">${part(page, "mark")}</div><ul class="navbar-main"><li>${anchors(part(page, "nav"))}</li></ul><div id="c42" class="frame frame-default frame-type-textmedia">${page.body}</div><div class="footer-section">${part(page, "foot")}</div></div></body></html>`

/** A shell of an app: what stands on the page is made by scripts. */
const spa = (page: MadePage): string =>
  `<!doctype html><html lang="${page.language}">${head(page, `${openGraph(page)}<script type="module" crossorigin src="/assets/index-B2kd.js"></script>`)}<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>${page.body}</body></html>`

/** Made by hand, long ago. */
const plain = (page: MadePage): string =>
  `<html><head><title>${page.title}</title>${part(page, "head")}</head><body bgcolor="#ffffff"><table width="900" align="center"><tr><td colspan="2">${part(page, "mark")}</td></tr><tr><td valign="top">${anchors(part(page, "nav"))}</td><td>${page.body}</td></tr><tr><td colspan="2"><font size="1">${part(page, "foot")}</font></td></tr></table></body></html>`

/** As it was written, whole. */
const bare = (page: MadePage): string => page.body

const shells = { next, nuxt, webflow, wordpress, shopify, squarespace, typo3, spa, plain, bare } as const

export const isShell = (name: string): name is keyof typeof shells => Object.hasOwn(shells, name)

export const renderPage = (shell: keyof typeof shells, page: MadePage): string => shells[shell](page)
