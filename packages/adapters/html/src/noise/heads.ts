/** Texts that head noise, such as "Related articles", and labels above it, such as "Advertisement". */

/** Above an advertisement, and nothing else. */
export const isAdLabel = (text: string): boolean =>
  /^[\s\W]{0,3}(?:advertisement|sponsored(?: content| links?)?|anzeige|werbung|publicité|publicidad|pubblicità|publicidade|advertentie|reklama|реклама|annons|reklame|reklam|広告|广告|廣告|광고)[\s\W]{0,3}$/iu.test(
    text
  )

/** Above a list that leads elsewhere. */
export const isHeadOfRelated = (text: string): boolean =>
  /^(?:(?:related|recommended|suggested|similar|trending|popular|more|most (?:read|popular|viewed)|further) (?:articles?|stories|posts?|news|content|topics?|reading|reads|videos?|coverage|products|items|pages)(?: .{0,30})?|most (?:read|viewed)|trending now|recommended for you|(?:you (?:may|might) (?:also )?(?:like|enjoy|be interested in)|customers (?:also|who) .{0,40}|more (?:from|on|like) .{1,40}|read (?:next|also)|up next|what to read next|don[’']t miss)|meistgelesen(?:e artikel)?|(?:ähnliche|verwandte|weitere|mehr) (?:artikel|beiträge|themen|meldungen|produkte|nachrichten)(?: .{0,30})?|das könnte (?:sie|dich) auch .{0,30}|mehr zum thema|auch interessant|(?:articles?|contenus|produits) (?:liés|similaires|associés)|à lire aussi|(?:vous|sur le même) .{0,10}(?:aimerez|sujet).{0,20}|les plus lus|(?:artículos|noticias|productos) relacionad[oa]s|te puede(?:n)? interesar.{0,20}|lo más (?:leído|visto)|(?:articoli|notizie|prodotti) (?:correlat[ie]|simili)|potrebbe interessarti.{0,20}|i più letti|(?:artigos|notícias|produtos) relacionad[oa]s|leia também|mais lidas|(?:gerelateerde|vergelijkbare) (?:artikelen|berichten|producten)|lees ook|meest gelezen|(?:podobne|powiązane|polecane) (?:artykuły|wpisy|produkty)|zobacz (?:też|także)|похожие (?:статьи|новости|товары)|читайте также|relaterade artiklar|läs också|mest läst|関連記事|おすすめ記事|相关(?:文章|阅读|新闻)|相關文章|관련 (?:기사|글)):?$/iu.test(
    text.trim()
  )

/** Such words head a list where they are a heading. Elsewhere they are the badge of what somebody offers. */
export const isBadge = (text: string): boolean =>
  /^(?:related|recommended|trending|(?:most )?popular):?$/i.test(text.trim())

/** Longer texts head nothing of the kind. */
const maxHead = 120

/** Such texts begin with one of these, which is soon seen. */
const firstWords = new Set(
  `ad advertisement sponsored anzeige werbung publicité publicidad pubblicità publicidade advertentie reklama реклама annons reklame
  reklam 広告 广告 廣告 광고 related recommended suggested similar trending popular more most further you customers read up what don
  meistgelesen meistgelesene ähnliche verwandte weitere mehr das auch article articles contenus produits à vous sur les artículos
  noticias productos te lo articoli notizie prodotti potrebbe i artigos notícias produtos leia mais gerelateerde vergelijkbare
  lees meest podobne powiązane polecane zobacz похожие читайте relaterade läs mest 関連記事 おすすめ記事 相关文章 相关阅读 相关新闻 相關文章
  관련`.split(/\s+/)
)

const longestFirstWord = Math.max(...[...firstWords].map((word) => word.length))

const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)

/** Every text of a page is asked, so its first word is cut by hand while it is ASCII. */
const beginsLikeHead = (text: string): boolean => {
  const { length } = text
  let start = 0
  while (start < length && !isLetter(text.charCodeAt(start))) {
    if (text.charCodeAt(start) > 0x7f) return beginsLikeHeadInAnyScript(text)
    start += 1
  }
  let end = start
  while (end < length && isLetter(text.charCodeAt(end))) end += 1
  if (end < length && text.charCodeAt(end) > 0x7f) return beginsLikeHeadInAnyScript(text)
  return end - start <= longestFirstWord && firstWords.has(text.slice(start, end).toLowerCase())
}

/** What `beginsLikeHead` says, of any letters. */
export const beginsLikeHeadInAnyScript = (text: string): boolean =>
  firstWords.has(/\p{L}+/u.exec(text)?.[0].toLowerCase() ?? "")

/** Whether noise may begin with this text. */
export const isHeadOfNoise = (text: string): boolean =>
  text.length <= maxHead && text.length >= 2 && beginsLikeHead(text) && isHead(text)

const isHead = (text: string): boolean => isAdLabel(text) || isHeadOfRelated(text) || isBadge(text)
