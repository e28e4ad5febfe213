/** Sites that speak of others: they say who competes, and do not compete themselves. */

/** By their registered names: reviews, directories, questions, news, shops of apps, networks and search. */
const known: ReadonlySet<string> = new Set(
  `g2.com capterra.com getapp.com softwareadvice.com trustradius.com trustpilot.com gartner.com alternativeto.net slant.co saashub.com
  producthunt.com stackshare.io crunchbase.com owler.com sourceforge.net slashdot.org softwaresuggest.com goodfirms.co clutch.co
  financesonline.com crozdesk.com saasworthy.com peerspot.com featuredcustomers.com betalist.com cbinsights.com craft.co zoominfo.com
  similarweb.com semrush.com builtwith.com growjo.com rocketreach.co pitchbook.com tracxn.com dnb.com glassdoor.com indeed.com kununu.com
  yelp.com bbb.org sitejabber.com tripadvisor.com reddit.com quora.com stackoverflow.com stackexchange.com ycombinator.com medium.com
  substack.com dev.to wikipedia.org wikidata.org wikimedia.org youtube.com vimeo.com facebook.com twitter.com x.com linkedin.com
  instagram.com tiktok.com pinterest.com threads.net bsky.app t.me whatsapp.com discord.com discord.gg github.com gitlab.com npmjs.com
  pypi.org google.com bing.com duckduckgo.com yahoo.com baidu.com yandex.ru apple.com play.google.com amazon.com ebay.com etsy.com
  nytimes.com wsj.com ft.com bloomberg.com reuters.com cnbc.com cnn.com bbc.com bbc.co.uk theguardian.com washingtonpost.com
  businessinsider.com forbes.com fortune.com inc.com entrepreneur.com techcrunch.com theverge.com wired.com arstechnica.com zdnet.com
  cnet.com pcmag.com techradar.com tomsguide.com venturebeat.com engadget.com mashable.com digitaltrends.com makeuseof.com hackernoon.com
  nerdwallet.com investopedia.com businessnewsdaily.com merchantmaverick.com fitsmallbusiness.com zapier.com omr.com heise.de golem.de
  t3n.de chip.de computerbild.de lefigaro.fr lemonde.fr elpais.com`.split(/\s+/)
)

/** Whether a site is known to speak of others. */
export const isListingSite = (registered: string): boolean => known.has(registered)
