/**
 * The list of brands that ships: a line has a domain, a name, a rank and further names, each after a tab.
 * `scripts/brands/makeBrandList.ts` makes this file; docs/reference/brand-data.md says what is in it.
 *
 * Sources:
 * - simple-icons 16.37.0, CC0 1.0: titles, other names and sites. The names are marks of their owners.
 * - third-party-web 0.30.0, MIT, Copyright (c) 2019 Patrick Hulce: names, sites, and how often they are met.
 * - top-sites 1.1.222, MIT, Copyright © 2018 Kiko Beats: the first 500 domains.
 *
 * The MIT License: Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
 * documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to
 * use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
 * Software is furnished to do so, subject to the following conditions: The above copyright notice and this permission notice shall
 * be included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
 * KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
 * IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
 * IN THE SOFTWARE.
 */

/** Of the list. */
export const shippedVersion = 2

export const shippedBrands = `google.com	Google	1
youtube.com	YouTube	2
blogger.com	Blogger	3
apple.com	Apple	4
wordpress.org	WordPress	5
linkedin.com	LinkedIn	6
cloudflare.com	Cloudflare	7
googleusercontent.com		8
youtu.be		9
whatsapp.com	WhatsApp	10
microsoft.com	Microsoft	11
mozilla.org	Mozilla	16
wa.me		17
bp.blogspot.com		19
europa.eu		21
wikipedia.org	Wikipedia	22
t.me		23
adobe.com	Adobe	26
weebly.com	Weebly	27
vimeo.com	Vimeo	29
istockphoto.com		30
github.com	GitHub	31
tiktok.com	TikTok	32
vk.com	VK	34
facebook.com	Facebook	35
brandbucket.com		37
wikimedia.org		38
imdb.com	IMDb	39
mediafire.com	MediaFire	40
mail.ru		42
wordpress.com		43
google.de		44
line.me	LINE	46
goo.gl		47
amazon.com	Amazon	49
medium.com	Medium	50
yahoo.com	Yahoo!	51
google.es		52
gravatar.com	Gravatar	53
theguardian.com	The Guardian	54
dailymotion.com	Dailymotion	55
feedburner.com		56
bbc.co.uk		58
uol.com.br		59
nih.gov		60
globo.com		61
x.com	X	62	Twitter
paypal.com	PayPal	63
ok.ru		64
netvibes.com		65
who.int		66
opera.com	Opera	67
nytimes.com		68
googleblog.com		69
gstatic.com		70
w3.org		71
myspace.com	Myspace	72
google.com.br		73
cpanel.net	cPanel	74
abril.com.br		75
cnn.com	CNN	77
jimdofree.com		78
dan.com		79
twitter.com	Twitter	80
reg.ru		81
shopify.com	Shopify	82
discord.gg	Discord	83
google.co.jp		84
wix.com	Wix	85
nginx.org	NGINX	87
elpais.com		88
office.com		89
nature.com		90
bbc.com		91
huffingtonpost.com		92
time.com	Time	93
aboutads.info		94
storage.googleapis.com		95
hugedomains.com		96
scribd.com		97
usatoday.com		98
archive.org		99
amazon.co.jp		100
msn.com		102
reuters.com		103
huawei.com	Huawei	104
booking.com		105
latimes.com		106
independent.co.uk		107
bit.ly		108
ig.com.br		112
issuu.com	Issuu	113
ovh.com	OVH	114
dropcatch.com		115
un.org		116
afternic.com		117
slideshare.net	SlideShare	118
youronlinechoices.com		119
businessinsider.com		120
oracle.com	Oracle	121
list-manage.com		122
forms.gle		123
linktr.ee		124
4shared.com		125
google.fr		126
cdc.gov		127
amazon.co.uk	Amazon	128
fandom.com	Fandom	129
google.it		130
researchgate.net	ResearchGate	131
domainmarket.com		132
instagram.com	Instagram	133
dailymail.co.uk		134
abc.es		136
ytimg.com		137
foxnews.com		138
ft.com		139
live.com		140
discord.com	Discord	142
www.gov.uk		143
fb.com		144
cnet.com	CNET	145
t.co		146
elmundo.es		147
correios.com.br		148
tinyurl.com	TinyURL	150
washingtonpost.com		151
estadao.com.br		152
aliexpress.com	AliExpress	154
creativecommons.org	Creative Commons	156
buydomains.com		157
pinterest.com	Pinterest	158
forbes.com		159
telegram.me	Telegram	160
amazon.de		161
plesk.com	Plesk	162
terra.com.br		163
telegraph.co.uk	Telegraph	164
bloomberg.com	Bloomberg	165
wiley.com		166
hatena.ne.jp		167
www.gov.br		168
indiatimes.com		169
thesun.co.uk		170
nginx.com	NGINX	171
google.co.uk		172
planalto.gov.br		173
wp.com		174
dropbox.com	Dropbox	175
webmd.com		176
mirror.co.uk		177
spotify.com	Spotify	179
huffpost.com		180
enable-javascript.com		181
marketingplatform.google		182
dreamstime.com	Dreamstime	183
abc.net.au		184
behance.net	Behance	185
lemonde.fr		186
ign.com	IGN	187
walmart.com		188
ssl-images-amazon.com		189
bandcamp.com	Bandcamp	190
vistaprint.com		191
rapidshare.com		192
icann.org		193
imageshack.us	ImageShack	194
redbull.com	Red Bull	195
thetimes.co.uk		197
ziddu.com		198
sedo.com		199
cbc.ca	CBC	200	Canadian Broadcasting Company
amazon.it		201
leparisien.fr		202
bloglovin.com	Bloglovin	203
gmail.com	Gmail	204
sapo.pt		206
sciencedaily.com		207
insider.com	Insider	208
amazonaws.com		209
sputniknews.com		210
ndtv.com		211
rakuten.co.jp	Rakuten	213
clickbank.net		215
hollywoodreporter.com		216
20minutos.es		217
trustpilot.com	Trustpilot	218
lavanguardia.com		219
namecheap.com	Namecheap	220
cointernet.com.co		221
alicdn.com		222
telegra.ph		224
cutt.ly		225
espn.com		226
statista.com	Statista	227
theatlantic.com		228
marca.com		229
doubleclick.net		230
goodreads.com	Goodreads	231
plos.org		232
hindustantimes.com		233
nintendo.com		234
naver.com	Naver	235
google.nl		236
surveymonkey.com	SurveyMonkey	237
as.com		238
photobucket.com	Photobucket	239
tmz.com		240
yandex.com	Yandex	241
oup.com		242
qq.com	QQ	244
ikea.com	IKEA	245
taringa.net		246
apache.org	Apache	247
ea.com	EA	248
nbcnews.com		249
academia.edu	Academia	250
cambridge.org		251
mozilla.com	Mozilla	252
android.com	Android	253
nypost.com		254
springer.com		255
google.ru		256
amazon.es		257
metro.co.uk	Metro	258
wired.com		259
mit.edu		260
wikia.com		261
kickstarter.com	Kickstarter	264
sciencedirect.com		265
weibo.com		266
gizmodo.com		267
timeweb.ru		268
engadget.com	Engadget	269
hp.com	HP	270
aol.com	AOL	271
google.pl		272
twitch.tv	Twitch	273
nydailynews.com		274
soundcloud.com	SoundCloud	275
cornell.edu		276
gofundme.com	GoFundMe	277
pbs.org		278
cpanel.com		279
quora.com	Quora	280
rambler.ru	Rambler	281
stanford.edu		282
offset.com		283
secureserver.net		284
safety.google		285
shutterstock.com		287
unsplash.com	Unsplash	288
outlook.com		289
wikihow.com		290
mashable.com	Mashable	291
smh.com.au		292
mystrikingly.com		293
zippyshare.com		294
go.com		295
nicsell.com		296
messenger.com	Messenger	297
home.pl		298
sfgate.com		299
g.co		300
eventbrite.com	Eventbrite	301
npr.org		302
disney.com		304
telegram.org	Telegram	305
ca.gov		306
skype.com	Skype	307
tripadvisor.com	Tripadvisor	308
ebay.com	eBay	309
zoom.us	Zoom	311
namebright.com		312
techcrunch.com	TechCrunch	314
ted.com	TED	315
bing.com		317
hotmart.com	Hotmart	318
playstation.com	PlayStation	320
standard.co.uk		321
addtoany.com	AddToAny	322
wsj.com		323
nhk.or.jp		324
canva.com		325
pexels.com	Pexels	326
mynavi.jp		327
thenai.org		328
dw.com		329
doi.org	DOI	332
twimg.com		333
deezer.com	Deezer	334
ouest-france.fr		335
whitehouse.gov		336
yandex.ru	Yandex	337
steampowered.com		338
arxiv.org	arXiv	339
samsung.com	Samsung	340
mega.nz	MEGA	341
pixabay.com	Pixabay	342
lefigaro.fr		343
express.co.uk	Express	344
unesco.org		345
zendesk.com	Zendesk	348
themeforest.net		349
clarin.com		350
economist.com		351
newsweek.com		353
detik.com		354
t-online.de		355
windows.net		356
lazada.co.id		357
netflix.com	Netflix	358
ibm.com	IBM	359
nasa.gov	NASA	360
amzn.to		361
example.com		362
perfectdomain.com		363
rtve.es		364
ggpht.com		365
hubspot.com	HubSpot	366
repubblica.it		367
rt.com		368
dailystar.co.uk		369
psychologytoday.com		370
over-blog.com		371
cnbc.com	CNBC	372
harvard.edu		373
yadi.sk		374
addthis.com	AddThis	375
privacyshield.gov		376
godaddy.com	GoDaddy	377
liveinternet.ru	LiveInternet	378
nationalgeographic.com		379
sendspace.com		380
change.org		381
php.net	PHP	382
go.co		383
calameo.com		384
variety.com		385
guardian.co.uk		386
buzzfeed.com	BuzzFeed	387
loc.gov		388
francetvinfo.fr		389
cbsnews.com		390
spiegel.de		391
disqus.com	Disqus	392
networkadvertising.org		393
britannica.com		394
yahoo.co.jp		395
ovhcloud.com		396
theverge.com		397
about.com		398
yelp.com	Yelp	399
news.com.au		400
amazon.fr		402
livejournal.com	LiveJournal	403
odoo.com	Odoo	404
medicalnewstoday.com		405
google.ca		406
goal.com		407
amazon.in		408
noaa.gov		409
waze.com	Waze	410
nfl.com		411
impress.co.jp		412
ebayimg.com		413
corriere.it		414
ebay.de		415
stuff.co.nz		416
focus.de		417
answers.com	Answers	418
webnode.page		420
airbnb.com	Airbnb	421
investopedia.com		422
excite.co.jp		423
rottentomatoes.com	Rotten Tomatoes	424
zdnet.com		426
google.co.in		427
usgs.gov		428
mdpi.com		429
prnewswire.com		430
redhat.com	Red Hat	431
xing.com	Xing	432
chaturbate.com		433
icloud.com	iCloud	434
amazon.ca		435
thedailybeast.com		436
naver.jp		437
nymag.com		438
newyorker.com		439
imgur.com	Imgur	440
automattic.com	Automattic	441
gnu.org	GNU	442
wiktionary.org		443
fifa.com	FIFA	444
fc2.com		445
marketwatch.com		446
miit.gov.cn		447
dribbble.com	Dribbble	448
ria.ru		449
hilton.com	Hilton	450
legifrance.gouv.fr		451
rollingstone.com		452
ieee.org	IEEE	453
prtimes.jp		454
greenpeace.org		455
intel.com	Intel	456
udemy.com	Udemy	457
bild.de		459
typeform.com	Typeform	460
cbslocal.com		461
bmj.com		462
foursquare.com	Foursquare	463
lifehacker.com		464
scoop.it		465
vice.com		466
digitaltrends.com		468
oecd.org		469
qz.com		470
google.com.au		471
teamviewer.com	TeamViewer	472
narod.ru		473
xbox.com		474
si.edu		475
usda.gov		476
discogs.com	Discogs	478
house.gov		479
welt.de		480
java.com		481
vkontakte.ru		482
boe.es		483
dell.com	Dell	484
weforum.org		485
mailchi.mp		486
wallpapers.com		487
pcmag.com		488
theconversation.com	The Conversation	489
target.com	Target	491
bfmtv.com		492
elsevier.com	Elsevier	493
thehill.com		494
123rf.com		495
cisco.com	Cisco	497
yale.edu	Yale	498
onelink.me		499
fortune.com		500
hotjar.com	Hotjar	501
squarespace.com	Squarespace	502
sentry.io	Sentry	503
cookiebot.com	Cookiebot	504
stripe.com	Stripe	505
criteo.com	Criteo	506
newrelic.com	New Relic	507
pubmatic.com	Pubmatic	508
rubiconproject.com	Rubicon Project	509
id5.io	ID5	510
appnexus.com	AppNexus	511
sharethis.com	ShareThis	512
tealium.com	Tealium	513
didomi.io	Didomi	514
tilda.cc	Tilda	515
onesignal.com	OneSignal	516
openx.com	OpenX	517
amp.dev	AMP	518
33across.com	33 Across	519
quantcast.com	Quantcast	520
jivochat.com	Jivochat	521
scorecardresearch.com	Scorecard Research	522
mailchimp.com	MailChimp	523
bootstrapcdn.com	Bootstrap CDN	524
taboola.com	Taboola	525
thetradedesk.com	The Trade Desk	526
crazyegg.com	Crazy Egg	527
livechat.com	LiveChat	528
powr.io	POWr	529
intercom.com	Intercom	530
adroll.com	Adroll	531
luckyorange.com	Lucky Orange	532
yotpo.com	Yotpo	533
segment.com	Segment	534
framer.com	Framer	535
mixpanel.com	Mixpanel	536
brandmetrics.com	Brandmetrics	537
wistia.com	Wistia	538
smartsupp.com	Smartsupp	539
rdstation.com	RD Station	540
supership.jp	Supership	541
liveramp.com	LiveRamp	542
pendo.io	Pendo	543
matomo.org	Matomo	544
brightcove.com	Brightcove	545
smartlook.com	Smartlook	546
seedtag.com	Seedtag	547
optimizely.com	Optimizely	548
doofinder.com	Doofinder	549
tumblr.com	Tumblr	550
outbrain.com	Outbrain	551
atinternet.com	AT Internet	552
mgid.com	MGID	553
braze.com	Braze	554
afterpay.com	Afterpay	555
mouseflow.com	Mouseflow	556
mediavine.com	Mediavine	557
sumo.com	Sumo	558
akamai.com	Akamai	559
readspeaker.com	ReadSpeaker	560
ozoneproject.com	Ozone Project	561
trustarc.com	TrustArc	562
vwo.com	VWO	563
pixnet.net	PIXNET	564
speedcurve.com	SpeedCurve	565
helpscout.net	Help Scout	566
doubleverify.com	DoubleVerify	567
olark.com	Olark	568
adscore.com	AdScore	569
wunderkind.co	Wunderkind	570
abtasty.com	AB Tasty	571
basis.net	Basis	572
ensighten.com	Ensighten	573
hellobar.com	Hello Bar	574
appcues.com	Appcues	575
bow-now.jp	BowNow	576
foxentry.cz	Foxentry	577
hybrid.ai	Hybrid	578
dealer.com	Dealer	579
drift.com	Drift	580
snapchat.com	Snapchat	581
adlightning.com	Ad Lightning	582
ipify.org	Ipify	583
accessibe.com	Accessibe	584
kameleoon.com	Kameleoon	585
pusher.com	Pusher	586
albacross.com	Albacross	587
liveperson.com	LivePerson	588
commandersact.com	Commandersact	589
marketo.com	Marketo	590
karte.io	KARTE	591
izooto.com	iZooto	592
quantummetric.com	Quantum Metric	593
adnami.io	Adnami	594
jspm.org	JSPM	595
statuspage.io	Statuspage	596
usersnap.com	Usersnap	597
optinmonster.com	OptinMonster	598
usabilla.com	Usabilla	599
geoedge.com	GeoEdge	600
appdynamics.com	AppDynamics	601
beeketing.com	Beeketing	602
unpkg.com	Unpkg	603
clickguardian.co.uk	Click Guardian	604
dotmetrics.net	DotMetrics	605
convertful.com	Convertful	606
vidyard.com	Vidyard	607
ada.support	Ada	608
shareaholic.com	Shareaholic	609
netlify.com	Netlify	610
listrak.com	Listrak	611
mparticle.com	mParticle	612
crisp.chat	Crisp	613
auth0.com	Auth0	614
iprom.eu	iPROM	615
podsights.com	Podsights	616
satori.marketing	SATORI	617
purecars.com	PureCars	618
keen.io	Keen	619
salesloft.com	SalesLoft	620
g2.com	G2	621
noibu.com	Noibu	622
gladly.com	Gladly	623
chatwoot.com	Chatwoot	624
adition.com	Adition	625
luigisbox.com	Luigis Box	626
knorex.com	Knorex	627
flipdesk.jp	Flipdesk	628
dailykarma.com	Dailykarma	629
gosquared.com	GoSquared	630
wickedreports.com	Wicked Reports	631
emxdigital.com	EMX Digital	632
clearbit.com	Clearbit	633
pubperf.com	Pubperf	634
popads.net	Popads	635
viafoura.com	Viafoura	636
smadex.com	smadex	637
vonage.com	Vonage	638
zetaglobal.com	Zeta Global	639
ordergroove.com	Ordergroove	640
mediamath.com	Media Math	641
carbonads.net	Carbon Ads	642
sportradar.com	Sportradar	643
builder.io	Builder	644
mediarithmics.com	mediarithmics	645
prefixbox.com	Prefix Box	646
xaxis.com	Xaxis	647
appmate.io	Appmate	648
rockerbox.com	Rockerbox	649
catchpoint.com	Catchpoint	650
bolt.com	Bolt	651
ontame.io	Ontame	652
freshdesk.com	Freshdesk	653
loginradius.com	LoginRadius	654
terminus.com	Terminus	655
concert.io	Concert	656
trafficjunky.com	TrafficJunky	657
ably.io	Ably	658
brainpad.co.jp	Brainpad	659
episerver.com	EpiServer	660
hubvisor.io	Hubvisor	661
histats.com	Histats	662
byside.com	Byside	663
revjet.com	RevJet	664
innovid.com	Innovid	665
polar.me	Polar	666
inauth.com	InAuth	667
appsolute.us	Appsolute	668
zeotap.com	ZEOTAP	669
targito.com	Targito	670
segmentstream.com	SegmentStream	671
hyperinzerce.cz	HyperInzerce	672
ivitechnologies.com	IVI Technologies	673
navu.co	Navu	674
wigzo.com	Wigzo	675
admanmedia.com	AdMan Media	676
segmanta.com	Segmanta	677
pepperjam.com	Pepperjam	678
bidswitch.com	Bidswitch	679
acceptableads.com	Acceptable Ads	680
vizzit.se	Vizzit	681
atlasrtx.com	atlasRTX	682
coherentpath.com	Coherent Path	683
inzynk.com	InZynk	684
loggly.com	Loggly	685
consumable.com	Consumable	686
algolia.com	Algolia	687
codigo.se	codigo	688
sourceknowledge.com	SourceKnowledge	689
launchdarkly.com	Launch Darkly	690
macromill.com	Macromill	691
emetriq.com	emetriq	692
tpmn.io	TPMN	693
voxmedia.com	Vox Media	694
sectigo.com	Sectigo	695
littledata.io	LittleData	696
letsencrypt.org	Let's Encrypt	697
playground.xyz	Playground	698
marketgid.com	Market GID	699
rapidssl.com	RapidSSL	700
contentful.com	Contentful	701
integrate.com	Integrate	702
datocms.com	DatoCMS	703
kantarsifo.se	Kantar Sifo	704
1001tracklists.com	1001Tracklists
11ty.dev	Eleventy		11ty
1panel.cn	1Panel
1password.com	1Password
2fas.com	2FAS
2k.com	2K
365datascience.com	365 Data Science
3m.com	3M
4chan.org	4chan
4d.com	4D
500px.com	500px
99designs.com	99designs
abbvie.com	Abbvie
abdownloadmanager.com	AB Download Manager		ABDM
abstract.com	Abstract
accentuate.io	Accentuate
accenture.com	Accenture
accusoft.com	Accusoft
accuweather.com	AccuWeather
acer.com	Acer
acm.org	ACM
activision.com	Activision
activitypub.rocks	ActivityPub
acura.com	Acura
adafruit.com	Adafruit
adblockplus.org	Adblock Plus
adguard.com	AdGuard
adidas.com	Adidas
adminer.org	Adminer
adonisjs.com	AdonisJS
adp.com	ADP
adventofcode.com	Advent Of Code
adyen.com	Adyen
aeroflot.ru	Aeroflot
aeromexico.com	Aeroméxico
afdian.com	AFDIAN
affine.pro	AFFiNE
aframe.io	A-Frame
aftership.com	AfterShip
aib.ie	AIB		Allied Irish Banks
airasia.com	AirAsia
airbus.com	Airbus
airbyte.com	Airbyte
aircall.io	Aircall
aircanada.com	Air Canada
airchina.com.cn	Air China
airfrance.fr	Air France
airindia.com	Air India
airserbia.com	Air Serbia
airtable.com	Airtable
airtel.in	Airtel
airtransat.com	Air Transat
akasaair.com	Akasa Air
akaunting.com	Akaunting
akiflow.com	Akiflow
alamy.com	Alamy
albumoftheyear.org	Album of the Year
alchemy.com	Alchemy
alexa.com	Alexa
algorand.com	Algorand
alipay.com	Alipay
allegro.pl	Allegro
alltrails.com	AllTrails
almalinux.org	AlmaLinux
alphaxiv.org	alphaXiv
alpinejs.dev	Alpine.js
alpinelinux.org	Alpine Linux
alternativeto.net	AlternativeTo
alwaysdata.com	Alwaysdata
amd.com	AMD
ameblo.jp	Ameba		Ameba Blog	Ameblo
amul.com	Amul
ana.co.jp	ANA
anaconda.com	Anaconda
analogue.co	Analogue
andela.com	Andela
angular.dev	Angular
anichart.net	AniChart
anilist.co	AniList
animalplanet.com	Animal Planet
ankermake.com	AnkerMake
ansible.com	Ansible
answer.dev	Answer
ansys.com	Ansys
anta.com	Anta
antena3.com	Antena 3
anthropic.com	Anthropic
antv.vision	AntV
anycubic.com	Anycubic
anydesk.com	AnyDesk
aparat.com	Aparat
apifox.com	Apifox
apmterminals.com	APM Terminals
apollographql.com	Apollo GraphQL
appian.com	Appian
appimage.org	AppImage
appsignal.com	AppSignal
appsmith.com	Appsmith
appveyor.com	AppVeyor
appwrite.io	Appwrite
arangodb.com	ArangoDB
arc.net	Arc
archiveofourown.org	Archive of Our Own
archlinux.org	Arch Linux
arduino.cc	Arduino
argos.co.uk	Argos
arlo.com	Arlo
arm.com	Arm
arstechnica.com	Ars Technica
artixlinux.org	Artix Linux
artstation.com	ArtStation
asana.com	Asana
asda.com	ASDA
aseprite.org	Aseprite
assemblyscript.org	AssemblyScript
astonmartin.com	Aston Martin
astro.build	Astro
asus.com	ASUS
atlasos.net	AtlasOS
atlassian.design	Atlassian
atlassolutions.com	Atlas Solutions
atomgit.com	AtomGit
att.com	AT&T
auchan.fr	Auchan
audi.com	Audi
audiencerate.com	Audience Rate
audioboom.com	Audioboom
audiomack.com	Audiomack
aurelia.io	Aurelia
autentique.com.br	Autentique
autodesk.com	Autodesk
autohotkey.com	AutoHotkey
autozone.com	AutoZone
avaloniaui.net	AvaloniaUI
avast.com	Avast
avianca.com	avianca
avira.com	Avira
awesomewm.org	awesomeWM
awwwards.com	Awwwards
axisbank.com	Axis Bank
b4x.com	B4X
babelio.com	Babelio
backblaze.com	Backblaze
backbone.com	Backbone
backendless.com	Backendless
backstage.com	Backstage
badoo.com	Badoo
baidu.com	Baidu
bakalari.cz	Bakaláři
bambulab.com	Bambu Lab
bandlab.com	BandLab
bandsintown.com	Bandsintown
bankofamerica.com	Bank of America
baremetrics.com	Baremetrics
barmenia.de	Barmenia
base-ui.com	Base UI
basecamp.com	Basecamp
baserow.io	Baserow
bata.com	Bata
bazel.build	Bazel
beatport.com	Beatport
beatsbydre.com	Beats by Dre
beatstars.world	BeatStars
beekeeperstudio.io	Beekeeper Studio
bem.info	BEM
bento.me	Bento
bereal.com	BeReal
betfair.com	Betfair
betterstack.com	Better Stack
bigbasket.com	bigbasket
bigcartel.com	Big Cartel
bigcommerce.co.uk	BigCommerce
bilibili.com	Bilibili
billboard.com	Billboard
binance.com	Binance
bisecthosting.com	BisectHosting
bit.dev	Bit
bitcoin.org	Bitcoin
bitcoincash.org	Bitcoin Cash
bitcoinsv.com	Bitcoin SV
bitdefender.com	Bitdefender
bitly.com	Bitly
bitrise.io	Bitrise
bitsy.org	Bitsy
bittorrent.com	BitTorrent
bitwarden.com	Bitwarden
bitwig.com	Bitwig
black.readthedocs.io	Black
blackberry.com	Blackberry
blackmagicdesign.com	Blackmagic Design
blazemeter.com	Blazemeter
blender.org	Blender
blibli.com	Blibli
blockbench.net	Blockbench
bluesound.com	Bluesound
bluetooth.com	Bluetooth
bmw.com	BMW
bnbchain.org	BNB Chain
boardgamegeek.com	BoardGameGeek
boehringer-ingelheim.com	Boehringer Ingelheim
bombardier.com	Bombardier
bonzai.co	Bonzai
bookalope.net	Bookalope
bookbub.com	BookBub
bookmeter.com	Bookmeter
bookmyshow.com	BookMyShow
boosty.to	Boosty
borgbackup.org	BorgBackup
bosch.de	Bosch
bose.com	Bose
boulanger.com	boulanger
bower.io	Bower
box.com	Box
boxy-svg.com	Boxy SVG
br-automation.com	B&R Automation
brandfetch.com	Brandfetch
brandfolder.com	Brandfolder
brave.com	Brave
breaker.audio	Breaker
brenntag.com	Brenntag
brevo.com	Brevo
brex.com	Brex
britishairways.com	British Airways
broadcom.com	Broadcom
bsky.social	Bluesky		bsky
bt.com	BT
buddy.works	Buddy
buffer.com	Buffer
bugatti.com	Bugatti
bugcrowd.com	Bugcrowd
buhl.de	Buhl
buildkite.com	Buildkite
builtbybit.com	BuiltByBit
bukalapak.com	Bukalapak
bulma.io	Bulma
bun.sh	Bun
bungie.net	Bungie
bunq.com	bunq
burton.com	Burton
buymeacoffee.com	Buy Me A Coffee
buysellads.com	BuySellAds
bvg.de	BVG		Berliner Verkehrsbetriebe
byjus.com	Byju's
bytedance.com	ByteDance
cadillac.com	Cadillac
caixabank.es	CaixaBank
cakephp.org	CakePHP
calendly.com	Calendly
campaignmonitor.com	Campaign Monitor
camunda.com	Camunda
cardano.org	Cardano
carlsberggroup.com	Carlsberg Group
carthrottle.com	Car Throttle
carto.com	Carto
castbox.fm	Castbox
castle.io	Castle
castorama.fr	Castorama
cbs.com	CBS
ccleaner.com	CCleaner
cdkglobal.com	CDK Global
cdprojekt.com	CD Projekt
cedexis.com	Cedexis
celestron.com	Celestron
centos.org	CentOS
cesium.com	Cesium
chainguard.dev	Chainguard
changedetection.io	Change Detection
channel4.com	Channel 4
channelape.com	ChannelApe
chartjs.org	Chart.js
chartmogul.com	ChartMogul
chatbot.design	ChatBot
checkio.org	CheckiO
checkmarx.com	Checkmarx
checkmk.com	Checkmk
chedraui.com.mx	Chedraui
chef.io	Chef
chevrolet.com	Chevrolet
chocolatey.org	Chocolatey
chromatic.com	Chromatic
chupachups.co.uk	Chupa Chups
cinny.in	Cinny
circle.com	Circle
circleci.com	CircleCI
circuitverse.org	CircuitVerse
cirrus-ci.org	Cirrus CI
citrix.com	Citrix
civicrm.org	CiviCRM
civo.com	Civo
clarifai.com	Clarifai
claris.com	Claris
clarivate.com	Clarivate
claude.ai	Claude
clearbrain.com	ClearBrain
clerk.com	Clerk
clever-cloud.com	Clever Cloud
clickup.com	ClickUp
cline.bot	Cline
clockify.me	Clockify
cloud66.com	Cloud 66
cloudbees.com	CloudBees
cloudcannon.com	CloudCannon
cloudera.com	Cloudera
cloudfoundry.org	Cloud Foundry
cloudinary.com	Cloudinary
cloudron.io	Cloudron
cloudsmith.com	Cloudsmith
cloudways.com	Cloudways
clubforce.com	Clubforce
clubhouse.com	Clubhouse
clyp.it	Clyp
cobalt.tools	cobalt
cockroachlabs.com	Cockroach Labs
cocos.com	Cocos
coda.io	Coda
codacy.com	Codacy
codeberg.org	Codeberg
codeblocks.org	Code::Blocks
codebuddy.cn	CodeBuddy
codecademy.com	Codecademy
codechef.com	CodeChef
codeclimate.com	Code Climate
codecov.io	Codecov
codefactor.io	CodeFactor
codeforces.com	Codeforces
codefresh.io	Codefresh
codeigniter.com	CodeIgniter
codemagic.io	Codemagic
codementor.io	Codementor
codenewbie.org	CodeNewbie
codeproject.com	CodeProject
coder.com	Coder
coderabbit.ai	CodeRabbit
codersrank.io	CodersRank
codesandbox.io	CodeSandbox
codeship.com	Codeship
codesignal.com	CodeSignal
codestream.com	CodeStream
codingame.com	CodinGame
codingninjas.com	Coding Ninjas
codio.com	Codio
coffeescript.org	CoffeeScript
coggle.it	Coggle
coinbase.com	Coinbase
coinmarketcap.com	CoinMarketCap
collaboraonline.com	Collabora Online		Collabora Office	Collabora Productivity
comicfury.com	ComicFury
comma.ai	comma
commodore.inc	Commodore
comptia.org	CompTIA
comsol.com	Comsol
conan.io	Conan
conekta.com	Conekta
connexity.com	Connexity
contabo.com	Contabo
contactatonce.com	ContactAtOnce
contao.org	Contao
contentstack.com	Contentstack
continente.pt	Continente
contributor-covenant.org	Contributor Covenant
conventionalcommits.org	Conventional Commits
convertio.co	Convertio
convex.dev	Convex
coolermaster.com	Cooler Master
coppel.com	Coppel
cora.fr	Cora
coreboot.org	Coreboot
coreldraw.com	CorelDRAW
corona-renderer.com	Corona Renderer
corsair.com	Corsair
couchbase.com	Couchbase
counter-strike.net	Counter-Strike
coursera.org	Coursera
coveralls.io	Coveralls
coze.com	Coze
craftcms.com	Craft CMS
craftsman.com	Craftsman
crayon.com	Crayon
creality.com	Creality
credly.com	Credly
crehana.com	Crehana
crew-united.com	Crew United
crowdin.com	Crowdin
crunchbase.com	Crunchbase
crunchyroll.com	Crunchyroll
cryengine.com	CRYENGINE
cryptpad.org	CryptPad
csdn.net	CSDN
cssdesignawards.com	CSS Design Awards
csswizardry.com	CSS Wizardry
cucumber.io	Cucumber
cultura.com	Cultura
curseforge.com	CurseForge
cursor.com	Cursor
customink.com	Custom Ink
cyberdefenders.org	CyberDefenders
cycling74.com	Cycling '74
cypress.io	Cypress
daf.com	DAF
daisyui.com	daisyUI
darty.com	Darty
dash.org	Dash
dash0.com	Dash0
databricks.com	Databricks
datacamp.com	DataCamp
dataiku.com	Dataiku
datastax.com	DataStax
date-fns.org	date-fns
datto.com	Datto
dazn.com	DAZN
dbeaver.com	DBeaver
dblp.org	dblp
debian.org	Debian
debrid-link.com	Debrid-Link
deepcool.com	DeepCool
deepgram.com	Deepgram
deepl.com	DeepL
deepmind.google	DeepMind		Google DeepMind
deepnote.com	Deepnote
deepseek.com	DeepSeek
deliveroo.com	Deliveroo
delonghi.com	De'Longhi
delta.com	Delta
denon.com	Denon
dependabot.com	Dependabot
depositphotos.com	Depositphotos
deutschepost.de	Deutsche Post
devexpress.com	DevExpress
deviantart.com	DeviantArt
devrant.com	devRant
devuan.org	Devuan
dgraph.io	Dgraph
digg.com	Digg
digitalocean.com	DigitalOcean
dinersclub.com	Diners Club
dior.com	Dior
directus.io	Directus
discourse.org	Discourse
disroot.org	Disroot
distilnetworks.com	Distil Networks
distrokid.com	Distrokid
dji.com	DJI
dm.de	dm		dm-drogerie markt
docker.com	Docker
dodopayments.com	Dodo Payments
dolby.com	Dolby
doordash.com	DoorDash
douban.com	Douban
dovetail.com	Dovetail
downdetector.com	Downdetector
dpd.com	DPD
dragonframe.com	Dragonframe
drawbridge.com	Drawbridge
drizzle.team	Drizzle
drooble.com	Drooble
drupal.org	Drupal
duckdb.org	DuckDB
dunked.com	Dunked
dunzo.com	Dunzo
duolingo.com	Duolingo
duplicati.com	Duplicati
dynatrace.com	Dynatrace
e.foundation	/e/
eagle.cool	Eagle
easyeda.com	EasyEDA
easyjet.com	easyJet
ebox.ca	EBOX
ec-concier.com	ec-concier
ecosia.org	Ecosia
ecovacs.com	Ecovacs
edeka.de	EDEKA
edgeimpulse.com	Edge Impulse
editorconfig.org	EditorConfig
educative.io	Educative
edx.org	edX
effect.website	Effect
egghead.io	egghead
egnyte.com	Egnyte
eightsleep.com	Eight Sleep
elastic.co	Elastic
elavon.com	Elavon
elegoo.com	Elegoo
element.io	Element
elementary.io	elementary
elementor.com	Elementor
elevenlabs.io	ElevenLabs
elgato.com	Elgato
embarcadero.com	Embarcadero
emberjs.com	Ember.js
emby.media	Emby
emerse.com	Emerse
emirates.com	Emirates
emlakjet.com	Emlakjet
enpass.io	Enpass
ens.domains	ENS
ente.io	Ente
enterprisedb.com	EnterpriseDB
envato.com	Envato
epicgames.com	Epic Games
epson.com	Epson
eraser.io	Eraser
ericsson.com	Ericsson
esea.net	ESEA
eslgaming.com	ESLGaming
eslint.org	ESLint
esotericsoftware.com	Esoteric Software
espressif.com	Espressif
esri.com	ESRI
ethereum.org	Ethereum
ethers.org	Ethers
ethiopianairlines.com	Ethiopian Airlines
etsy.com	Etsy
evernote.com	Evernote
excalidraw.com	Excalidraw
exordo.com	Exordo
exoscale.com	Exoscale
expensify.com	Expensify
experts-exchange.com	Experts Exchange
expo.dev	Expo
expressvpn.com	ExpressVPN
eyeem.com	EyeEm
f-droid.org	F-Droid
f5.com	F5
faceit.com	FACEIT
facepunch.com	Facepunch
fairphone.com	Fairphone
falco.org	Falco
fampay.in	FamPay
fandango.com	Fandango
fanfou.com	Fanfou
fantom.foundation	Fantom
farcaster.xyz	Farcaster
fareharbor.com	FareHarbor
farfetch.com	FARFETCH
fastly.com	Fastly
fauna.com	Fauna
favro.com	Favro
fawry.com	Fawry
fcc.gov	FCC		Federal Communications Commission
fedex.com	FedEx
feedly.com	Feedly
ferrari.com	Ferrari
fi.money	Fi		epiFi	Fi.Money
fidoalliance.org	Fido Alliance
fifty.io	Fifty
fig.io	Fig
figma.com	Figma
fila.com	Fila
fillout.com	Fillout
fing.com	Fing
firefly-iii.org	Firefly III
fitbit.com	Fitbit
fivem.net	FiveM
fiverr.com	Fiverr
fizz.ca	Fizz
flashforge.com	Flashforge
flathub.org	Flathub
flatpak.org	Flatpak
flickr.com	Flickr
flightaware.com	Flightaware
flipboard.com	Flipboard
floatplane.com	Floatplane
flood.io	Flood
flower.ai	Flower
fluentd.org	Fluentd
fluke.com	Fluke
flutter.dev	Flutter
fluxer.app	Fluxer
fmod.com	FMOD
fnac.com	Fnac
fonoma.com	Fonoma
fontawesome.com	Font Awesome
fontforge.org	FontForge
foodpanda.com	foodpanda
ford.com	Ford
formbricks.com	Formbricks
formik.org	Formik
formspree.io	Formspree
formstack.com	Formstack
fortinet.com	Fortinet
fortnite.com	Fortnite
fossa.com	Fossa
fossil-scm.org	Fossil SCM
fox.com	FOX
foxtel.com.au	Foxtel
fozzy.com	Fozzy
franprix.fr	Franprix
freecad.org	FreeCAD
freecodecamp.org	freeCodeCamp
freelancer.com	Freelancer
freelancermap.de	freelancermap
freenet.ag	freenet
freshrss.org	FreshRSS
frigate.video	Frigate
fritz.com	FRITZ!
frontendmentor.io	Frontend Mentor
frontify.com	Frontify
fsharp.org	F#		F sharp
fubo.tv	Fubo
fueler.io	Fueler
fujifilm.com	Fujifilm
fujitsu.com	Fujitsu
furaffinity.net	Fur Affinity
furrynetwork.com	Furry Network
fusionauth.io	FusionAuth
futurelearn.com	FutureLearn
g2a.co	G2A
galaxus.de	Galaxus
gamebanana.com	GameBanana
gamedeveloper.com	Game Developer		Gamasutra
gamejolt.com	Game Jolt
gameloft.com	Gameloft
gamemaker.io	Gamemaker
gandi.net	Gandi
garmin.com	Garmin
gatling.io	Gatling
gcore.com	Gcore
geeksforgeeks.org	GeeksforGeeks
genius.com	Genius
gentoo.org	Gentoo
geocaching.com	Geocaching
geopandas.org	GeoPandas
ghostery.com	Ghostery
giphy.com	GIPHY
gitbook.com	GitBook
gitcode.com	GitCode
gitconnected.com	Gitconnected
gitee.com	Gitee
gitkraken.com	GitKraken
gitlab.com	GitLab
gitpod.io	Gitpod
gitter.im	Gitter
gl-inet.com	GL.iNet
glass.photo	Glass
glassdoor.com	Glassdoor
gleam.run	Gleam
glide.page	Glide
glimr.io	Glimr
glitch.com	Glitch
globus.de	Globus
gnome.org	GNOME
gocd.org	GoCD
godaddy.net	GoDaddy
godotengine.org	Godot Engine
godox.com	Godox
goinstore.com	goinstore
gojek.com	Gojek
gotomeeting.com	GoToMeeting
gradio.app	Gradio
gradle.com	Gradle
grafana.com	Grafana
grammarly.com	Grammarly
grandfrais.com	Grand Frais
graphite.art	Graphite
graphite.dev	Graphite
graphql.org	GraphQL
graylog.org	Graylog
greenhouse.io	Greenhouse
greensock.com	GreenSock
gridsome.org	Gridsome
groupme.com	GroupMe
groupon.com	Groupon
gsap.com	GSAP		GreenSock Animation Platform
gsma.com	GSMA
gstreamer.freedesktop.org	GStreamer
guilded.gg	Guilded
guitar-pro.com	Guitar Pro
gumroad.com	Gumroad
gumtree.com	Gumtree
gurobi.com	Gurobi
gusto.com	Gusto
habr.com	Habr
hackaday.com	Hackaday
hackclub.com	Hack Club
hackerearth.com	HackerEarth
hackernoon.com	Hacker Noon
hackerone.com	HackerOne
hackerrank.com	HackerRank
hackmd.io	HackMD
hackster.io	Hackster
hackthebox.com	Hack The Box
handshake.org	Handshake
happycow.net	HappyCow
harmonyos.com	HarmonyOS		HMOS
hashcat.net	Hashcat
hashicorp.com	HashiCorp
hashnode.com	Hashnode
haskell.org	Haskell
havells.com	Havells
haxe.org	Haxe
hbo.com	HBO
hcl.com	HCL
headlessui.dev	Headless UI
headphonezone.in	Headphone Zone
headspace.com	Headspace
hedera.com	Hedera
helium.com	Helium
hellyhansen.com	Helly Hansen
helm.sh	Helm
helpdesk.design	HelpDesk
helpscout.com	Help Scout
hepsiemlak.com	Hepsiemlak
here.com	HERE
heroui.com	HeroUI
hetzner.com	Hetzner
hexlet.io	Hexlet
hexo.io	Hexo
hey.com	HEY
hibernate.org	Hibernate
hibob.com	Hi Bob		Bob
hive.io	Hive
hivemq.com	HiveMQ
hm.com	H&M
homeadvisor.com	HomeAdvisor
homify.com	homify
honda.ie	Honda
honeybadger.io	Honeybadger
honeygain.com	Honeygain
hoppscotch.com	Hoppscotch
hostinger.com	Hostinger
houzz.com	Houzz
hsbc.com	HSBC
htc.com	HTC
htmlacademy.ru	HTML Academy
huggingface.co	Hugging Face
humblebundle.com	Humble Bundle
hungryjacks.com.au	Hungry Jack's
husqvarna.com	Husqvarna
hyper.is	Hyper
hyperskill.org	Hyperskill
hyperx.com	HyperX
hyprland.org	Hyprland
hyundai.com	Hyundai
iberia.com	Iberia
iced.rs	Iced
iceland.co.uk	Iceland
icicibank.com	ICICI Bank
icomoon.io	IcoMoon
icon.foundation	ICON
iconfinder.com	Iconfinder
iconify.design	Iconify
icons8.com	Icons8
ifixit.com	iFixit
ifood.com.br	iFood
ifttt.com	IFTTT
iledefrance-mobilites.fr	Île-de-France Mobilités
ilovepdf.com	iLovePDF
immersivetranslate.com	Immersive Translate
improvmx.com	ImprovMX
indeed.design	Indeed
indiansuperleague.com	Indian Super League
indiehackers.com	Indie Hackers
indieweb.org	IndieWeb
inductiveautomation.com	Inductive Automation
infiniti.com	INFINITI
infinityfree.com	InfinityFree
infomaniak.com	Infomaniak
infoq.com	InfoQ
infosys.com	Infosys
infracost.io	Infracost
ingress.com	Ingress
inkdrop.app	Inkdrop
inkscape.org	Inkscape
inoreader.com	Inoreader
insomnia.rest	Insomnia
insta360.com	Insta360
instacart.com	Instacart
instapaper.com	Instapaper
instart.com	Instart
instatus.com	Instatus
instructables.com	Instructables
instructure.com	Instructure
intermarche.com	Intermarche
intigriti.com	Intigriti
intuit.com	Intuit
ionos.de	Ionos
iota.org	IOTA
iris.co.uk	IRIS
irobot.com	iRobot
isc2.org	ISC2		(ISC)²
isro.gov.in	ISRO		Indian Space Research Organization
iveco.com	IVECO
jaywing.com	Jaywing
jbl.com	JBL
jdoodle.com	JDoodle
jellyfin.org	Jellyfin
jenkins.io	Jenkins
jetblue.com	JetBlue
jetbrains.com	JetBrains
jfrog.com	JFrog
jitpack.io	JitPack
joomla.org	Joomla
jouav.com	JOUAV
jovian.com	Jovian
jpeg.org	JPEG
jquery.org	jQuery
jsfiddle.net	JSFiddle
juce.com	JUCE
juejin.cn	Juejin
juke.nl	JUKE
just-eat.com	Just Eat		Just Eat Takeaway.com
just.systems	Just
justgiving.com	JustGiving
k3s.io	K3s
kaggle.com	Kaggle
kagi.com	Kagi
kahoot.com	Kahoot!
kamailio.org	Kamailio
karakeep.app	Karakeep
kashflow.com	KashFlow
kaspersky.com	Kaspersky
kaufland.com	Kaufland
kde.org	KDE
kdenlive.org	Kdenlive
keenetic.com	Keenetic
keepachangelog.com	Keep a Changelog
keeper.io	Keeper
kenmei.co	Kenmei
kentico.com	Kentico
keploy.io	Keploy
keras.io	Keras
keycdn.com	KeyCDN
kfc.com	KFC		Kentucky Fried Chicken
kia.com	Kia
kicad.org	KiCad
kick.com	Kick
kik.com	Kik
kingston.com	Kingston Technology		Kingston
kinopoisk.ru	Kinopoisk
kinsta.com	Kinsta
kit.co	Kit
kitsu.io	Kitsu
kiwix.org	Kiwix
klarna.design	Klarna
kleinanzeigen.de	Kleinanzeigen		eBay Kleinanzeigen
klm.com	KLM
klook.com	Klook
knime.com	KNIME
knip.dev	Knip
knowledgebase.com	KnowledgeBase
ko-fi.com	Ko-fi
koc.com.tr	Koc
kodak.com	Kodak
kodi.tv	Kodi
kodular.io	Kodular
koenigsegg.com	Koenigsegg
kofax.com	Kofax
komoot.com	Komoot
kongregate.com	Kongregate
koyeb.com	Koyeb
krita.org	Krita
ktm.com	KTM
kuaishou.com	Kuaishou
kubuntu.org	Kubuntu
kucoin.com	KuCoin
kueski.com	Kueski
kununu.com	Kununu
kuula.co	Kuula
kx.com	KX
kyocera.com	Kyocera
labex.io	LabEx
lada.ru	LADA
lamborghini.com	Lamborghini
langchain.com	LangChain
languagetool.org	LanguageTool
laragon.org	Laragon
lastpass.com	LastPass
launchpad.net	Launchpad
lbry.com	LBRY
leaderprice.fr	Leader Price
leagueoflegends.com	League of Legends
leanpub.com	Leanpub
leaseweb.com	LeaseWeb
leetcode.com	LeetCode
legacygames.com	Legacy Games
lemonsqueezy.com	Lemon Squeezy
lenovo.com	Lenovo
leroymerlin.fr	Leroy Merlin
leslibraires.ca	Les libraires
letterboxd.com	Letterboxd
lg.com	LG
liberapay.com	Liberapay
libretranslate.com	LibreTranslate
librewolf.net	LibreWolf
lichess.org	Lichess
lidl.de	Lidl
lifx.com	LIFX
limesurvey.org	LimeSurvey
lineageos.org	LineageOS
linear.app	Linear
lining.com	Li-Ning
linkfire.com	Linkfire
linksys.com	Linksys
linkvertise.com	Linkvertise
linphone.org	Linphone
lintcode.com	LintCode
linuxfoundation.org	Linux Foundation
liquibase.com	Liquibase
listenhub.ai	ListenHub
listmonk.app	listmonk
literal.club	Literal
litiengine.com	LITIENGINE
livechat.design	LiveChat
livekit.io	LiveKit
llvm.org	LLVM
lmms.io	LMMS
lmstudio.ai	LM Studio		Bionic	LM Studio Bionic	lmstudio
localxpose.io	LocalXpose
logmein.com	LogMeIn
looker.com	Looker
loom.com	Loom
loopback.io	LoopBack
loops.so	Loops
lootcrate.com	Loot Crate
lospec.com	Lospec
lottiefiles.github.io	LottieFiles
lua.org	Lua
luanti.org	Luanti
lubuntu.net	Lubuntu
lucid.co	Lucid
lucide.dev	Lucide
lufthansa.com	Lufthansa
luogu.com.cn	Luogu
lvgl.io	LVGL		Light and Versatile Graphics Library
lyft.com	Lyft
m5stack.com	M5Stack
macpaw.com	MacPaw
magasins-u.com	Magasins U
magic.link	Magic
mahindra.com	Mahindra
mailbox.org	mailbox
mailgun.com	Mailgun
mailtrap.io	Mailtrap
mainwp.com	MainWP
make.com	Make
makerbot.com	MakerBot
makeuseof.com	MUO		MakeUseOf
malt.com	Malt
malwarebytes.com	Malwarebytes
mamp.info	MAMP
man.eu	MAN
manageiq.org	ManageIQ
mangacollec.com	Mangacollec
mangaupdates.com	MangaUpdates		Baka-Updates Manga
manjaro.org	Manjaro
mapbox.com	Mapbox
mapillary.com	Mapillary
maptiler.com	MapTiler
mariadb.com	MariaDB
marriott.com	Marriott
marvelapp.com	MarvelApp
mastercard.com	MasterCard
materialdesignicons.com	Material Design Icons
matillion.com	Matillion
matrix.org	Matrix
mattermost.org	Mattermost
mautic.org	Mautic
mazda.com	Mazda
mcafee.com	McAfee
mcdonalds.com	McDonald's
mclaren.com	McLaren
mdblist.com	MDBList
measured.com	Measured
mediamarkt.de	MediaMarkt
mediatek.com	MediaTek
mediawallah.com	MediaWallah
medibangpaint.com	MediBang Paint
medium.design	Medium
meetup.com	Meetup
mega.io	MEGA
meilisearch.com	Meilisearch
meituan.com	Meituan
mendeley.com	Mendeley
mentorcruise.com	MentorCruise
mercadopago.com	Mercado Pago
merck.com	Merck
meta.com	Meta
metabase.com	Metabase
metacritic.com	Metacritic
metafilter.com	MetaFilter
metager.de	MetaGer
meteor.com	Meteor
mewe.com	MeWe
mezmo.com	Mezmo
mg.co.uk	MG		Morris Garages
microanalytics.io	Micro Analytics
microbit.org	micro:bit
microstrategy.com	MicroStrategy
migadu.com	Migadu
mikrotik.com	MikroTik
milanote.com	Milanote
minds.com	Minds
mingw-w64.org	MinGW-w64
mini.com	Mini
mintlify.com	Mintlify
minutemailer.com	Minutemailer
miraheze.org	Miraheze
miro.com	Miro
mitsubishi.com	Mitsubishi
mix.com	Mix
mixcloud.com	Mixcloud
mlb.com	MLB		Major League Baseball
moat.com	Moat
modal.com	Modal
modelscope.cn	ModelScope
modin.org	Modin
modx.com	MODX
mojeek.com	Mojeek
moleculer.services	Moleculer
momenteo.com	Momenteo
moneygram.com	MoneyGram
mongodb.com	MongoDB
mongoose.ws	Mongoose
monkey-tie.com	monkey tie
monogame.net	MonoGame
monoprix.fr	Monoprix
monster.com	Monster
monzo.com	Monzo
moo.com	Moo
moodle.com	Moodle
moonrepo.dev	Moonrepo
moqups.com	Moqups
morrisons.com	Morrisons
movistar.com.co	Movistar
mqtt.org	MQTT
msi.com	MSI		Micro-Star International
mta.info	MTA
mubi.com	MUBI
mullvad.net	Mullvad		Mullvad VPN
multisim.com	Multisim
mural.co	Mural
mxlinux.org	MX Linux
myanimelist.net	MyAnimeList		MAL
myget.org	MyGet
myob.com	MYOB
myshows.me	MyShows
mysql.com	MySQL
n26.com	N26
n8n.design	n8n
namebase.io	Namebase
namemc.com	NameMC
namesilo.com	NameSilo
nano.org	Nano
napster.com	Napster
nationalgrid.com	National Grid
nativescript.org	NativeScript
nba.com	NBA
ndi.video	NDI
ndr.de	NDR
near.org	NEAR
nebula.tv	Nebula
neo4j.com	Neo4j
neon.com	Neon
neovim.io	Neovim
neptune.ai	Neptune
nestjs.com	NestJS
netapp.com	NetApp
netbsd.org	NetBSD
netcup.de	netcup
netdata.cloud	Netdata
netgear.de	NETGEAR
netim.com	Netim
nette.org	Nette
newapi.ai	New API
newbalance.com	New Balance
newegg.com	Newegg
newgrounds.com	Newgrounds
nexon.com	NEXON
nextbike.net	nextbike
nextcloud.com	Nextcloud
nextdoor.com	Nextdoor
nextra.site	Nextra
ngrok.com	ngrok
ngrx.io	NgRx
nhl.com	NHL		National Hockey League
nhost.io	Nhost
nicehash.com	NiceHash
nike.com	Nike
nikon.com	Nikon
nissan.ie	Nissan
nixos.org	NixOS
nodejs.org	Node.js
nodemon.io	Nodemon
nodered.org	Node-RED
nokia.com	Nokia
norco.com	Norco
nordvpn.com	NordVPN
norton.com	Norton
norwegian.com	Norwegian
notebooklm.google	NotebookLM
notion.so	Notion
novu.co	Novu
nrwl.io	Nrwl
ntfy.sh	ntfy
nubank.com.br	Nubank
numpy.org	NumPy
nutanix.com	Nutanix
nuxt.com	Nuxt		Nuxt.js
nvidia.com	NVIDIA
nx.dev	Nx
nxp.com	NXP
nzxt.com	NZXT
obsidian.md	Obsidian
ocaml.org	OCaml
oclc.org	OCLC
octobercms.com	October CMS
odido.nl	Odido
odysee.com	Odysee
ohdear.app	Oh Dear
okcupid.com	okcupid
okta.com	Okta
omarchy.org	Omarchy
oneplus.com	OnePlus
onestream.com	OneStream
onlyfans.com	OnlyFans
onlyoffice.com	ONLYOFFICE
onstar.com	OnStar
oomol.com	OOMOL
openbadges.org	Open Badges
openbugbounty.org	Open Bug Bounty
opencollective.com	Open Collective
opencv.org	OpenCV
openfaas.com	OpenFaaS
openhab.org	openHAB
openid.net	OpenID
openmined.org	OpenMined
opennebula.io	OpenNebula
openproject.org	OpenProject
openrouter.ai	OpenRouter
opensea.io	OpenSea
opensearch.org	OpenSearch
openssl.org	OpenSSL
openstack.org	OpenStack
openstreetmap.org	OpenStreetMap
opentext.com	OpenText		Micro Focus
openvpn.net	OpenVPN
openwrt.org	OpenWrt
openzeppelin.com	OpenZeppelin
opslevel.com	OpsLevel
orange.com	Orange
orchardcore.net	Orchard Core
oreilly.com	O'Reilly
organicmaps.app	Organic Maps
origin.com	Origin
ory.com	Ory
osano.com	Osano
osgeo.org	OSGeo
oshwa.org	Open Source Hardware		OSHWA
otoy.com	Octane Render		otoy
overcast.fm	Overcast
overleaf.com	Overleaf
owncloud.com	ownCloud
p5js.org	p5.js
paddle.com	Paddle
paddlepaddle.org.cn	PaddlePaddle
paddypower.com	Paddy Power
padlet.com	Padlet
pagekit.com	Pagekit
pagerduty.com	PagerDuty
paloaltonetworks.com	Palo Alto Networks
panasonic.com	Panasonic
paperspace.com	Paperspace
paperswithcode.com	Papers With Code
paradoxinteractive.com	Paradox Interactive
paramount.com	Paramount+
parkingcrew.net	Parking Crew
passbolt.com	Passbolt
pastebin.com	Pastebin
patreon.com	Patreon
payback.de	PAYBACK
paychex.com	Paychex
payhip.com	Payhip
payloadcms.com	Payload CMS
payoneer.com	Payoneer
paysafe.com	Paysafe
paytm.com	Paytm
pcgamingwiki.com	PCGamingWiki
pdq.com	PDQ
peakdesign.com	Peak Design
pearson.com	Pearson
peerlist.io	Peerlist
penny.de	Penny
penpot.app	Penpot
percy.io	Percy
perplexity.ai	Perplexity
persistent.com	Persistent
personio.com	Personio
petsathome.com	Pets at Home
peugeot.co.uk	Peugeot
pfsense.org	pfSense
philips-hue.com	Philips Hue
phonepe.com	PhonePe
phosphoricons.com	Phosphor Icons
photocrowd.com	Photocrowd
phpbb.com	phpBB
pi-hole.net	Pi-hole
pi.dev	Pi
piaggiogroup.com	Piaggio Group
picnic.app	Picnic
picpay.com	PicPay
picrew.me	Picrew
picsart.com	Picsart
picxy.com	Picxy
pimcore.com	Pimcore
pingdom.com	Pingdom
pioneerdj.com	Pioneer DJ
pipecat.ai	Pipecat
pivotaltracker.com	Pivotal Tracker
pixelfed.org	Pixelfed
pixiv.net	pixiv
pixlr.com	Pixlr
pkgsrc.org	pkgsrc
plane.so	Plane
planet.com	Planet
planetscale.com	PlanetScale
plangrid.com	PlanGrid
plausible.io	Plausible
playcanvas.com	PlayCanvas
pleroma.social	Pleroma
plex.tv	Plex
plotly.com	Plotly
plume.com	Plume
pluralsight.com	Pluralsight
plurk.com	Plurk
pnpm.io	pnpm
pocketcasts.com	Pocket Casts
podcastaddict.com	Podcast Addict
podcastindex.org	Podcast Index
podman.io	Podman
poe.com	Poe
polkadot.network	Polkadot
poly.com	Poly
polygon.technology	Polygon		Matic
polywork.com	Polywork
pomerium.com	Pomerium
pond5.com	Pond5
porkbun.design	Porkbun
porsche.com	Porsche
portainer.io	Portainer
portswigger.net	PortSwigger
posit.co	Posit
postcss.org	PostCSS
postgresql.org	PostgreSQL
posthog.com	PostHog
postiz.com	Postiz
postmates.com	Postmates
prefect.io	Prefect
premierleague.com	Premier League
prepbytes.com	PrepBytes
prestashop.com	PrestaShop
pretzel.rocks	Pretzel
prevention.com	Prevention
prezi.com	Prezi
primefaces.org	PrimeFaces
printables.com	Printables
prismic.io	Prismic
privatedivision.com	Private Division
privateinternetaccess.com	Private Internet Access		PIA
processingfoundation.org	Processing Foundation
processon.com	ProcessOn
processwire.com	ProcessWire
producthunt.com	Product Hunt
progate.com	Progate
progress.com	Progress
prometheus.io	Prometheus
prosieben.de	ProSieben
proton.me	Proton
protondb.com	ProtonDB
proxmox.com	Proxmox
publons.com	Publons
pulumi.com	Pulumi
puma.com	Puma
puppet.com	Puppet
pushbullet.com	Pushbullet
pypi.org	PyPI
pypy.org	PyPy
python.org	Python
pyup.io	PyUp
qantas.com	Qantas
qase.io	Qase
qatarairways.com	Qatar Airways
qdrant.tech	Qdrant
qemu.org	QEMU
qgis.org	QGIS
qiita.com	Qiita
qiskit.org	Qiskit
qiwi.com	QIWI
qlik.com	Qlik
qnap.com	QNAP		Quality Network Appliance Provider
qodo.ai	Qodo
qt.io	Qt
qualcomm.com	Qualcomm
qualtrics.com	Qualtrics
qualys.com	Qualys
quantconnect.com	QuantConnect
quest.com	Quest
quizlet.com	Quizlet
qwant.com	Qwant
qwen.ai	QWen
r3.com	R3
rabbitmq.com	RabbitMQ
radar.io	Radar
radiofrance.fr	Radio France
radix-ui.com	Radix UI
railway.app	Railway
rainyun.com	RainYun
rakuten.com	Rakuten
rancher.com	Rancher
rarible.com	Rarible
rasa.com	Rasa
raspberrypi.org	Raspberry Pi
ravelry.com	Ravelry
raycast.com	Raycast
razer.com	Razer
razorpay.com	Razorpay
readme.com	ReadMe
reasonstudios.com	Reason Studios
redbubble.com	Redbubble
redcandlegames.com	Red Candle Games
redis.io	Redis
redmine.org	Redmine
redsys.es	Redsys
redwoodjs.com	RedwoodJS
reebok.com	Reebok
refine.dev	Refine
reflex.dev	Reflex
reka-ui.com	Reka UI
relay.dev	Relay
render.com	Render
renpy.org	Ren'Py
replicate.com	Replicate
rescuetime.com	RescueTime
resend.com	Resend
retool.com	Retool
revanced.app	ReVanced
revealjs.com	reveal.js
revenuecat.com	RevenueCat
reverbnation.com	ReverbNation
revlifter.com	Revlifter
revolt.chat	Revolt.chat		revolt
revolut.com	Revolut
rewe.de	REWE
rezgo.com	Rezgo
rimac-automobili.com	Rimac Automobili
ring.com	Ring
riotgames.com	Riot Games
ripple.com	Ripple
riscv.org	RISC-V
riseup.net	Riseup
ritzcarlton.com	Ritz Carlton
rive.app	Rive
roamresearch.com	Roam Research
robinhood.com	Robinhood
roblox.com	Roblox
roboflow.com	Roboflow
rocket.rs	Rocket
rockstargames.com	Rockstar Games
rockwellautomation.com	Rockwell Automation
roku.com	Roku
roll20.net	Roll20
rollbar.com	Rollbar
rollupjs.org	rollup.js
root-me.org	Root Me
root.cern	ROOT
roots.io	Roots
ros.org	ROS
rossmann.de	Rossmann
roundcube.net	Roundcube
rsocket.io	RSocket
rte.ie	RTÉ
rtl.de	RTL
rtm.fr	RTM		Régie des Transports Métropolitains
rubygems.org	RubyGems
rumahweb.com	Rumahweb
rumble.com	Rumble
runkeeper.com	Runkeeper
ryanair.com	Ryanair
sabanci.com	Sabanci
sage.com	Sage
sahibinden.com	Sahibinden
sailfishos.org	Sailfish OS
sailsjs.com	Sails.js
salesforce.com	Salesforce
salla.com	Salla
saltproject.io	Salt Project
samsclub.com	Sam's Club
sap.com	SAP
sartorius.com	Sartorius
satellite.me	Satellite
saturn.de	Saturn
saucelabs.com	Sauce Labs
scalar.com	Scalar
scale8.com	Scale8
scaleway.com	Scaleway
scan.co.uk	Scan
scania.com	Scania
scopus.com	Scopus
scrapbox.io	Scrapbox
screencastify.com	Screencastify
scrimba.com	Scrimba
scroll.com	Scroll
scrumalliance.org	Scrum Alliance
scrutinizer-ci.com	Scrutinizer CI
scylladb.com	ScyllaDB
seafile.com	Seafile
seagate.com	Seagate
searxng.org	SearXNG
seat.es	SEAT
seatgeek.com	SeatGeek
securityscorecard.com	SecurityScorecard
sellfy.com	Sellfy
semantic-ui.com	Semantic UI
semanticscholar.org	Semantic Scholar
semaphoreci.com	Semaphore CI
semrush.com	Semrush
sencha.com	Sencha
sennheiser.com	Sennheiser
servbay.com	ServBay
serverless.com	Serverless
sessionize.com	Sessionize
setapp.com	Setapp
shadow.tech	Shadow
shazam.com	Shazam
shelly.com	Shelly
shikimori.one	Shikimori
shopee.com	Shopee
shopware.com	Shopware
shortcut.com	Shortcut
showpad.com	Showpad
showwcase.com	Showwcase
sidekiq.org	Sidekiq
siemens.com	Siemens
sifive.com	SiFive
signal.co	Signal
signal.org	Signal
silverairways.com	Silver Airways
similarweb.com	Similarweb
simkl.com	Simkl
simpleanalytics.com	Simple Analytics
simpleicons.org	Simple Icons
simplelocalize.io	SimpleLocalize
simplelogin.io	SimpleLogin
singlestore.com	SingleStore
sitecore.com	Sitecore
sitepoint.com	SitePoint
sizmek.com	Sizmek
sketch.com	Sketch
sketchfab.com	Sketchfab
sketchup.com	SketchUp
skillshare.com	Skillshare
skypack.dev	Skypack
slickpic.com	SlickPic
slides.com	Slides
smart.com	smart
smartthings.com	SmartThings
smashingmagazine.com	Smashing Magazine
smoothcomp.com	Smoothcomp
sncf.com	SNCF
snort.org	Snort
snowflake.com	Snowflake
snowpack.dev	Snowpack
snyk.io	Snyk
socialblade.com	Social Blade
society6.com	Society6
softcatala.org	Softcatalà
sogou.com	Sogou
solana.com	Solana
sololearn.com	Sololearn		SoloLearn
sonatype.com	Sonatype
songkick.com	Songkick
songoda.com	Songoda
sonos.com	Sonos
sony.com	Sony
soriana.com	Soriana
soundcharts.com	Soundcharts
sourceforge.net	SourceForge
sourcehut.org	SourceHut
spacemacs.org	Spacemacs
spaceship.com	Spaceship
spacex.com	SpaceX
sparkasse.de	Sparkasse
sparkfun.com	SparkFun
sparkpost.com	SparkPost
spdx.org	SPDX
speakerdeck.com	Speaker Deck
spectrum.chat	Spectrum
speedsize.com	SpeedSize
speedtest.net	Speedtest
speedypage.com	SpeedyPage
spiceworks.com	Spiceworks
spigotmc.org	SpigotMC
splunk.com	Splunk
spoj.com	Sphere Online Judge		SPOJ
spond.com	Spond
spotlight.com	Spotlight
spreadshirt.ie	Spreadshirt
spreaker.com	Spreaker
spring.io	Spring
square-enix.com	Square Enix
srgssr.ch	SRG SSR
ssrn.com	SSRN
sst.dev	SST
stackbit.com	Stackbit
stackblitz.com	StackBlitz
stackhawk.com	StackHawk
stackoverflow.design	Stack Overflow
stackshare.io	StackShare
staffbase.com	Staffbase
stagetimer.io	Stagetimer
standardresume.co	Standard Resume
starbucks.com	Starbucks
stardock.com	Stardock
starlingbank.com	Starling Bank
starship.rs	Starship
startpage.com	Startpage
startrek.com	Star Trek
starz.com	STARZ
statable.com	Statable
statamic.com	Statamic
statuspal.io	Statuspal
steamdb.info	SteamDB
steelseries.com	Steelseries
steem.com	Steem
steemit.com	Steemit
steinberg.net	Steinberg
stellar.org	Stellar
stencyl.com	Stencyl
stockx.com	StockX
storyblok.com	Storyblok
strapi.io	Strapi
streamlabs.com	Streamlabs
streamlit.io	Streamlit
streamrunners.fr	StreamRunners
strongswan.org	strongSwan
stubhub.com	StubHub
studio3t.com	Studio 3T
styled-components.com	styled-components
sublimetext.com	Sublime Text
substack.com	Substack
suckless.org	suckless
sui.io	Sui
sumup.com	SumUp
suno.com	Suno
sunrise.ch	Sunrise
supercell.com	Supercell
supercrease.com	Supercrease
supermicro.com	Supermicro
surfshark.com	Surfshark
suse.com	SUSE
suzuki.ie	Suzuki
svgtrace.com	SvgTrace
swagger.io	Swagger
swiggy.com	Swiggy
swisscows.com	Swisscows
swr.vercel.app	SWR
symbolab.com	Symbolab
symfony.com	Symfony
symphony.com	Symphony
synology.com	Synology
t-mobile.com	Deutsche Telekom		T-Mobile
tabelog.com	Tabelog
tablecheck.com	TableCheck
tacobell.com	Taco Bell
tado.com	tado°
taichi-lang.org	Taichi Lang
tailscale.com	Tailscale
tailwindcss.com	Tailwind CSS
taipy.io	Taipy
talend.com	Talend
talenthouse.com	Talenthouse
tangled.org	Tangled
tanstack.com	TanStack
tapas.io	Tapas
tarom.ro	TAROM
tarteaucitron.io	Tarteaucitron
taxbuzz.com	TaxBuzz
tcs.com	Tata Consultancy Services		TCS
teamspeak.com	TeamSpeak
teepublic.design	TeePublic
teespring.com	Teespring
telenor.no	Telenor
telequebec.tv	Télé-Québec
tensorflow.org	TensorFlow
teratail.com	teratail
termius.com	Termius
tesco.com	Tesco
tesla.com	Tesla
testin.cn	Testin
testing-library.com	Testing Library
testrail.com	TestRail
tether.to	Tether		USDt
textpattern.com	Textpattern
thangs.com	Thangs
thanos.io	Thanos
thegameawards.com	TGA		The Game Awards
themighty.com	The Mighty
thenorthface.com	The North Face
theodinproject.com	The Odin Project
theregister.co.uk	The Register
thestorygraph.com	The StoryGraph
thingiverse.com	Thingiverse
thirdweb.com	thirdweb
threadless.com	Threadless
threema.ch	Threema
throtle.io	Throtle
thumbtack.com	Thumbtack
thunderbird.net	Thunderbird
ticketmaster.com	Ticketmaster
tickettailor.com	Ticket Tailor
ticktick.com	TickTick
tidal.com	TIDAL
tiddlywiki.com	TiddlyWiki
tide.co	Tide
tietoevry.com	TietoEVRY
timescale.com	Timescale
tindie.com	Tindie
tinkercad.com	Tinkercad
tinyletter.com	TinyLetter
tistory.com	Tistory
tldraw.dev	tldraw
toggl.com	Toggl
tokio.rs	Tokio
tomorrowland.com	Tomorrowland
tomtom.com	TomTom
ton.org	TON
topcoder.com	Topcoder
toptal.com	Toptal
torproject.org	Tor Project
totvs.com	TOTVS
toyota.com	Toyota
tp-link.com	TP-Link
traccar.org	Traccar
tradingview.com	TradingView
trae.ai	TRAE
trailforks.com	Trailforks
trainerroad.com	TrainerRoad
trakt.tv	Trakt
transifex.com	Transifex
transportforireland.ie	Transport for Ireland
travis-ci.com	Travis CI
traxsource.com	Traxsource
trendmicro.com	Trend Micro
tresorit.com	Tresorit
tricentis.com	Tricentis
triller.co	Triller
trimble.com	Trimble
trivago.com	trivago
trmnl.com	TRMNL
truenas.com	TrueNAS
trueup.io	TrueUp
truffle.bid	Truffle
trulia.com	trulia
trustedshops.com	Trusted Shops
tryhackme.com	TryHackMe
tubi.tv	Tubi
turbosquid.com	TurboSquid
turkishairlines.com	Turkish Airlines
turso.tech	Turso
tuxedocomputers.com	TUXEDO Computers
tv4play.se	TV4 Play
tvtime.com	TV Time
twenty.com	Twenty
twinkly.com	Twinkly
twinmotion.com	Twinmotion
typo3.com	TYPO3
typst.app	Typst
uber.com	Uber
ubisoft.com	Ubisoft
ubuntu-mate.org	Ubuntu MATE
ubuntu.com	Ubuntu
udacity.com	Udacity
ufc.com	UFC
uipath.com	UiPath
ultralytics.com	Ultralytics
umbraco.com	Umbraco
umbrel.com	Umbrel
uml.org	UML		Unified Modelling Language
unacademy.com	Unacademy
underarmour.com	Under Armour
undertale.com	Undertale
unilever.com	Unilever
uniqlo.com	Uniqlo
unity.com	Unity
unjs.io	UnJS		Unified JavaScript
unraid.net	Unraid
unrealengine.com	Unreal Engine
unstop.com	Unstop
untappd.com	Untappd
upcloud.com	UpCloud
uphold.com	Uphold
uplabs.com	UpLabs
upptime.js.org	Upptime
ups.com	UPS
upstash.com	Upstash
upwork.com	Upwork
uservoice.com	UserVoice
usnews.com	U.S. News
usps.com	USPS
utorrent.com	uTorrent
v0.dev	v0
v2ex.com	V2EX
v8.dev	V8
vaadin.com	Vaadin
vapor.codes	Vapor
ve.com	Ve
vectary.com	Vectary
vectorworks.net	Vectorworks
veeam.com	Veeam
veed.io	VEED
veepee.fr	Veepee
venmo.com	Venmo
vercel.com	Vercel
verdaccio.org	Verdaccio
veritas.com	Veritas
vexxhost.com	VEXXHOST
vfairs.com	vFairs
viber.com	Viber
viblo.asia	Viblo
victronenergy.com	Victron Energy
vinted.com	Vinted
virgin.com	Virgin		Virgin Group
virginatlantic.com	Virgin Atlantic
virtualbox.org	VirtualBox		Oracle VirtualBox
virustotal.com	VirusTotal
visa.com	Visa
visely.io	Visely
visual-paradigm.com	Visual Paradigm
visualiq.com	Visual IQ
vivaldi.com	Vivaldi
vivawallet.com	Viva Wallet
vivino.com	Vivino
vivo.com	vivo
vodafone.com.eg	Vodafone
voelkner.de	voelkner
voidlinux.org	Void Linux
vrchat.com	VRChat
vsco.co	VSCO
vtex.com	VTEX
vultr.com	Vultr
vyond.com	Vyond
w3schools.com	W3Schools
wacom.com	Wacom
wagmi.sh	Wagmi
wails.io	Wails
wakatime.com	WakaTime
walletconnect.com	WalletConnect
wappalyzer.com	Wappalyzer
warp.dev	Warp
wasabi.com	Wasabi
wattpad.com	Wattpad
wazirx.com	WazirX
weasyl.com	Weasyl
webassembly.org	WebAssembly		Wasm
webflow.com	Webflow
webmoney.ru	WebMoney
webpack.js.org	Webpack
webrtc.org	WebRTC
webtrees.net	webtrees
wechat.design	WeChat
wegame.com.cn	WeGame
welcometothejungle.com	Welcome to the Jungle		WTTJ
wellfound.com	Wellfound
wellsfargo.com	Wells Fargo
westernunion.com	Western Union
wetransfer.com	WeTransfer
wgpu.rs	wgpu
what3words.com	what3words
wheniwork.com	When I Work
widespace.com	Widespace
winamp.com	Winamp
windsurf.com	Windsurf
wipro.com	Wipro
wire.com	Wire
wireguard.com	WireGuard
wise.design	Wise
wish.com	Wish
wizzair.com	Wizz Air
wolfram.com	Wolfram
wondershare.com	Wondershare
woocommerce.com	WooCommerce
wordads.co	WordAds
wp-rocket.me	WP Rocket
wpengine.com	WP Engine
wpexplorer.com	WPExplorer
wykop.pl	Wykop
wyze.com	Wyze
xda-developers.com	XDA Developers
xendit.co	Xendit
xero.com	Xero
xfce.org	XFCE
xiaohongshu.com	Xiaohongshu
xsplit.com	XSplit
yaak.app	Yaak
ycombinator.com	Y Combinator
yeti.com	Yeti
yoast.com	Yoast
youhodler.com	YouHodler
yr.no	Yr
yubico.com	Yubico
zabka.pl	Żabka
zaim.net	Zaim
zalando.co.uk	Zalando
zalo.me	Zalo
zara.com	Zara
zazzle.com	Zazzle
zcool.com.cn	ZCOOL
zdf.de	ZDF
zebpay.com	ZebPay
zectrix.com	ZecTrix
zend.com	Zend
zenn.dev	Zenn
zenodo.org	Zenodo
zensar.com	Zensar
zensical.org	Zensical
zerodha.com	Zerodha
zerotier.com	ZeroTier
zettlr.com	Zettlr
zhihu.com	Zhihu
zilch.com	Zilch
zilliz.com	Zilliz
zillow.com	Zillow
zingat.com	Zingat
zoho.com	Zoho
zoiper.com	Zoiper
zomato.com	Zomato
zorin.com	Zorin
zotero.org	Zotero
zyte.com	Zyte
`
