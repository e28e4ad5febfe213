/** Words that companies are called by and that mean other things: an article that has one need not mean the company. */

const ordinary: ReadonlySet<string> = new Set(
  `apple target gap shell square block visa orange box match snap unity stripe notion monday slack zoom sun oracle meta alphabet ford
  amazon oscar delta united southwest spirit frontier progressive general american national first best liberty root lemonade compass
  opendoor redfin carvana rover chewy wish etsy blend toast sweetgreen dutch warby allbirds peloton beyond impossible oatly coupang
  grab sea gojek bird lime bolt lyft uber nest ring dash discord unity roblox twitch reddit medium quora line signal telegram viber
  threads vine kiln glaze nike puma polo guess coach fossil express buckle limited torrid loft ulta sally dove tide gain cheer dawn
  bounty crest joy era fab ajax comet mars orbit extra trident eclipse galaxy twix milka bounty polo lion crunch aero kitkat smarties
  prime echo kindle fire chrome edge safari opera brave arc tesla rivian lucid fisker polestar nio smart mini seat rover jaguar beetle
  golf passat focus fiesta puma escort explorer ranger bronco mustang raptor charger challenger durango ram dart neon viper stealth
  caterpillar deere crown ball bunge corning dover eaton emerson fortive genuine hershey jacobs key loews moody nucor old omnicom ppg
  quest regions republic ross snap southern state tapestry textron trane tyson ventas waters welltower west xylem zoetis hims clover
  bright oak street evolent agilon privia accolade teladoc talkspace lifestance sharecare health science sense reach vision focus next
  new time life fortune people star sun post mirror guardian independent observer economist nation atlantic wired verge engadget
  hertz avis budget national enterprise alamo thrifty dollar payless family tree big lots five below burlington`.split(
    /\s+/
  )
)

/** Whether a name, as `joinedName` writes it, is such a word. */
export const isOrdinaryName = (joined: string): boolean => ordinary.has(joined)
