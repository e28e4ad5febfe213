/** Changes that the rules were made with. */
import { change, type SampleChange } from "./SampleChange.ts"

const pricing = `Products
Pricing
Docs
Simple pricing for every team
Start free. Upgrade when you need more.
Starter
For individuals
$10
per month
5 projects
1 GB storage
Choose Starter
Pro
For growing teams
$20
per month
50 projects
100 GB storage
Choose Pro
Enterprise
For large organizations
Contact us
per month
Unlimited projects
Choose Enterprise
Frequently asked questions
Can I cancel at any time?
Yes. Your plan stays active until the end of the period that you paid for.
© 2026 Acme Inc.`

const terms = `Acme
Terms of service
Last updated: March 3, 2026
1. Your account
You are responsible for what happens under your account, and you keep your password to yourself. We may ask you to confirm your address before you use the service, and we may close accounts that were not used for 24 months, after we wrote to you twice and you did not answer either of our letters within 30 days of the second one.
2. Payment
Fees are due in advance. Prices do not include taxes unless we say so.
3. Refunds
If you are not satisfied, you may ask for a refund within 14 days of your first payment.
We pay refunds to the card that you paid with. It may take up to ten working days until you see them.
Refunds are not available for renewals.
4. Ending the agreement
You may end this agreement at any time. We may end it with 30 days' notice.
5. Law
This agreement is governed by the laws of Ireland.
Imprint
Privacy`

const jobs = `Careers at Northwind
We build tools for people who ship.
Open positions
Senior Backend Engineer
Engineering
Berlin
Apply now
Product Designer
Design
Remote, Europe
Apply now
Data Analyst
Operations
Lisbon
Apply now
Why Northwind?
30 days of holiday and a budget for books.
Offices
Berlin
Lisbon
Contact`

const changelog = `Changelog
What is new in Fjord
v2.4.1
November 12, 2026
Fixed: exports of more than 10,000 rows no longer time out.
v2.4.0
October 30, 2026
Added: dark mode in the editor.
Changed: the minimum Node version is now 20.
v2.3.0
September 18, 2026
Added: webhooks for finished exports.
Older versions`

const shopDe = `Startseite
Tee
Kanne und Tasse
Grüner Tee Sencha
100 g
8,90 €
Auf Lager
In den Warenkorb
Earl Grey Bio
250 g
12,50 €
Auf Lager
In den Warenkorb
Teekanne „Nordlicht“
1,2 l, Steingut
1.249,00 €
Nur noch 2 Stück
In den Warenkorb
Versandkosten: 4,90 € innerhalb Deutschlands
Impressum`

const table = `Interest rates
As of 1 November 2026
Product Term Rate Minimum
Savings account none 1.25 % 0 €
Fixed deposit 12 months 2.40 % 1,000 €
Fixed deposit 24 months 2.65 % 1,000 €
Fixed deposit 36 months 2.80 % 1,000 €
Mortgage 10 years 3.45 % 50,000 €
Rates may change at any time.`

const longLine = Array.from(
  { length: 90 },
  (_, index) =>
    `Clause ${index + 1} says that the supplier delivers the goods of lot ${index + 1} to the place agreed on.`
).join(" ")

const shopJa = `ホーム
新着商品
抹茶セット
初心者の方にもおすすめの抹茶セットです。茶碗、茶筅、茶杓が付いています。
価格 4,800円(税込)
在庫あり
カートに入れる
急須
常滑焼の急須です。
価格 6,200円(税込)
在庫あり
カートに入れる
営業時間 10:00〜18:00
定休日は水曜日です。`

const statusFr = `État des services
Tous les services fonctionnent normalement
API
Opérationnel
Tableau de bord
Opérationnel
Courriels
Opérationnel
Prochaine maintenance : 24 novembre 2026, de 22 h à 23 h
Historique des incidents`

const arabic = `الرئيسية
الأسعار
الباقة الأساسية
٥٠ ريال شهرياً
الباقة الاحترافية
١٢٠ ريال شهرياً
الدعم الفني متاح من الأحد إلى الخميس
اتصل بنا`

const offices = `Contact
Head office
12 Harbour Street, Dublin
Opening hours
Monday to Friday 9:00–17:00
Saturday 10:00–14:00
Phone +353 1 555 0100
Other offices
Lisbon office, Rua Nova 4
Warsaw office, Prosta 20
Directions`

const releaseRu = `Каталог
Велосипед «Стрела»
Рама алюминиевая, 21 скорость
45 990 ₽
В наличии
Самокат «Вихрь»
Складной, до 100 кг
12 490 ₽
Нет в наличии
Доставка по всей России`

const emoji = `Team
👩‍👩‍👧‍👦 Families
Join the 🏳️‍🌈 group on Fridays
👨🏽‍💻 Coding club
Meets on Mondays at 18:30
🎻 Music
Meets on Tuesdays at 19:00`

const questions = `Help
How do I change my plan?
Open Settings and choose Plan.
How do I export my data?
Open Settings and choose Export. You get a file by e-mail within an hour.
Can I get an invoice?
Yes, under Settings, Billing.
Who can see my projects?
Only people whom you invite.
Still stuck? Write to help@acme.example`

const policy = `Privacy policy
Effective date: January 1, 2026
Information we collect
We collect what you give us when you open an account: your name, your e-mail address and the name of your company.
How long we keep it
We keep your data for as long as you have an account and for 30 days after you close it, after which it is removed from our servers and, within a further 60 days, from our backups as well, unless a law that applies to us in the country where you live obliges us to keep it for longer than that.
Who we share it with
We share data with Stripe for payments and with Postmark for e-mail. We do not sell your data.
Contact
privacy@acme.example`

const courses = `Spring courses
Pottery for beginners Mon 18:00 12 places left
Life drawing Tue 19:00 3 places left
Watercolour Wed 18:30 8 places left
Screen printing Thu 18:00 fully booked
Register at the front desk.`

const sectionOf = (text: string, from: string, to: string): string => text.slice(text.indexOf(from), text.indexOf(to))

export const tuned: ReadonlyArray<SampleChange> = [
  change(pricing, [["$20\n", "$24\n"]], {
    id: "price of a card",
    title: ["Pro", "$20", "$24"],
    quotes: ["$20", "$24"]
  }),
  change(pricing, [["$10\n", "$12\n"]], {
    id: "price of the first card",
    title: ["Starter", "$10", "$12"],
    quotes: ["$10", "$12"]
  }),
  change(pricing, [["50 projects", "40 projects"]], {
    id: "what a plan has",
    title: ["50 projects", "40 projects"],
    quotes: ["50 projects", "40 projects"]
  }),
  change(
    pricing,
    [
      ["$10\n", "$12\n"],
      ["$20\n", "$25\n"]
    ],
    {
      id: "two prices",
      title: ["Starter", "$10", "$12", "Pro", "$20", "$25"],
      quotes: ["$20", "$25", "$10", "$12"]
    }
  ),
  change(pricing, [["Contact us\n", "$99\n"]], {
    id: "a price instead of a word",
    title: ["Enterprise", "Contact us", "$99"],
    quotes: ["Contact us", "$99"]
  }),
  change(terms, [[sectionOf(terms, "3. Refunds", "4. Ending"), ""]], {
    id: "section removed",
    title: ["Refunds", "section removed"],
    quotes: ["Refunds", "14 days"]
  }),
  change(terms, [["within 30 days of the second one", "within 10 days of the second one"]], {
    id: "number late in a long line",
    title: ["30 days", "10 days"],
    quotes: ["30 days of the second", "10 days of the second"]
  }),
  change(
    terms,
    [
      [sectionOf(terms, "5. Law", "Imprint"), ""],
      ["2. Payment", `${sectionOf(terms, "5. Law", "Imprint")}2. Payment`]
    ],
    { id: "section moved", title: ["Law", "moved"], not: ["added", "removed"], quotes: ["5. Law"] }
  ),
  change(
    jobs,
    [["Product Designer\n", "Staff Engineer, Payments\nEngineering\nBerlin\nApply now\nProduct Designer\n"]],
    {
      id: "one job more",
      title: ["Added", "Staff Engineer, Payments"],
      quotes: ["Staff Engineer, Payments"]
    }
  ),
  change(
    jobs,
    [
      [sectionOf(jobs, "Data Analyst", "Why"), ""],
      [
        "Open positions\n",
        "Open positions\nSite Reliability Engineer\nEngineering\nBerlin\nApply now\nAccount Manager\nSales\nLisbon\nApply now\nQA Engineer\nEngineering\nRemote, Europe\nApply now\n"
      ]
    ],
    {
      id: "three jobs more, one less",
      title: ["Open positions", "3", "added", "1", "removed"],
      quotes: ["Site Reliability Engineer", "Data Analyst"]
    }
  ),
  change(
    changelog,
    [
      [
        "v2.4.1\n",
        "v2.5.0\nNovember 20, 2026\nAdded: sign in with passkeys.\nFixed: the clock of the audit log.\nv2.4.1\n"
      ]
    ],
    { id: "release", title: ["v2.5.0"], quotes: ["v2.5.0", "passkeys"] }
  ),
  change(shopDe, [["8,90 €", "9,40 €"]], {
    id: "price in German",
    title: ["Grüner Tee Sencha", "8,90 €", "9,40 €"],
    quotes: ["8,90 €", "9,40 €"]
  }),
  change(shopDe, [["1.249,00 €", "1.199,00 €"]], {
    id: "price with two kinds of points",
    title: ["Teekanne", "1.249,00 €", "1.199,00 €"],
    quotes: ["1.249,00 €", "1.199,00 €"]
  }),
  change(shopDe, [["Auf Lager\nIn den Warenkorb\nEarl Grey", "Ausverkauft\nIn den Warenkorb\nEarl Grey"]], {
    id: "sold out in German",
    title: ["Sencha", "Auf Lager", "Ausverkauft"],
    quotes: ["Auf Lager", "Ausverkauft"]
  }),
  change(table, [["24 months 2.65 %", "24 months 2.45 %"]], {
    id: "cell of a table",
    title: ["24 months", "2.65 %", "2.45 %"],
    quotes: ["2.65 %", "2.45 %"]
  }),
  change(
    `Contract\n${longLine}\nSigned by both`,
    [["of lot 77 to the place agreed on.", "of lot 77 to the harbour of Gdynia."]],
    {
      id: "word in a line of 8,000 characters",
      title: ["harbour of Gdynia"],
      quotes: ["lot 77 to the place agreed on", "lot 77 to the harbour of Gdynia"]
    }
  ),
  change(shopJa, [["4,800円", "5,200円"]], {
    id: "price in Japanese",
    title: ["4,800円", "5,200円"],
    quotes: ["4,800円", "5,200円"]
  }),
  change(statusFr, [["API\nOpérationnel", "API\nPanne partielle"]], {
    id: "state of a service in French",
    title: ["API", "Opérationnel", "Panne partielle"],
    quotes: ["Opérationnel", "Panne partielle"]
  }),
  change(arabic, [["١٢٠ ريال", "١٥٠ ريال"]], {
    id: "price in Arabic",
    title: ["١٢٠ ريال", "١٥٠ ريال"],
    quotes: ["١٢٠ ريال", "١٥٠ ريال"]
  }),
  change(offices, [["Lisbon office", "Berlin office, Torstraße 1\nLisbon office"]], {
    id: "one line more",
    title: ["Added", "Berlin office"],
    quotes: ["Berlin office"]
  }),
  change(offices, [["9:00–17:00", "9:00–16:30"]], {
    id: "opening hours",
    title: ["9:00–17:00", "9:00–16:30"],
    quotes: ["9:00–17:00", "9:00–16:30"]
  }),
  change(releaseRu, [["45 990 ₽", "42 990 ₽"]], {
    id: "price in Russian",
    title: ["Велосипед", "45 990 ₽", "42 990 ₽"],
    quotes: ["45 990 ₽", "42 990 ₽"]
  }),
  change(emoji, [["Join the 🏳️‍🌈 group", "Join the 🏳️‍⚧️ group"]], {
    id: "emoji of several characters",
    title: ["🏳️‍🌈", "🏳️‍⚧️"],
    quotes: ["🏳️‍🌈", "🏳️‍⚧️"]
  }),
  change(policy, [["and for 30 days after", "and for 90 days after"]], {
    id: "time that data is kept",
    title: ["How long we keep it", "30 days", "90 days"],
    quotes: ["30 days after", "90 days after"]
  }),
  change(courses, [["3 places left", "fully booked"]], {
    id: "places of a course",
    title: ["Life drawing", "3 places left", "fully booked"],
    quotes: ["3 places left", "fully booked"]
  }),
  change(questions, [["How do I export", "Can I pay by invoice?\nYes, from 500 € a year.\nHow do I export"]], {
    id: "question more",
    title: ["Can I pay by invoice?"],
    quotes: ["Can I pay by invoice?"]
  })
]
