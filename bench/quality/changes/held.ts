/** Changes that were written before the rules and that no rule was made with. */
import { change, edited, type SampleChange } from "./SampleChange.ts"

const hosting = `Cloud hosting
Small 2 vCPU 4 GB RAM 40 GB SSD €4.51/mo
Medium 4 vCPU 8 GB RAM 80 GB SSD €8.21/mo
Large 8 vCPU 16 GB RAM 160 GB SSD €15.90/mo
Traffic: 20 TB included, then €1.19 per TB
Order now
All prices without VAT`

const camera = `Cameras
Lumen X100
4.6 out of 5
In stock
US$1,299.00
Free delivery by Fri, Nov 27
Add to basket
Lumen X50
4.1 out of 5
In stock
US$849.00
Free delivery by Fri, Nov 27
Add to basket
Lumen Pocket
3.9 out of 5
In stock
US$399.00
Free delivery by Fri, Nov 27
Add to basket
Compare cameras`

const spanish = `Política de devoluciones
Plazo
Puedes devolver tu pedido en un plazo de 30 días naturales desde la fecha de entrega, siempre que el producto esté sin usar y en su embalaje original.
Reembolso
El reembolso se realiza en el mismo medio de pago en un máximo de 14 días.
Gastos de envío
Los gastos de devolución son gratuitos en España peninsular.
Atención al cliente
Llámanos al 900 123 456 de lunes a viernes`

const chinese = `首页
课程
初级汉语
每周一、周三 19:00
学费:¥1,280
名额:12人
中级汉语
每周二、周四 19:00
学费:¥1,580
名额:8人
报名截止日期:2026年12月15日
联系我们`

const hebrew = `דף הבית
שעות פתיחה
ימים א׳–ה׳ 09:00–18:00
יום ו׳ 09:00–13:00
מחיר כניסה
מבוגר 45 ₪
ילד 25 ₪
צור קשר`

const agenda = `Conference 2026
Day 1
9:00 Opening
9:30 Keynote: What we learned from ten years of logs, by Ada Moreno
10:30 Coffee
11:00 Panel: Who pays for open source?
12:00 Lunch
Day 2
9:00 Workshop: Tracing in an hour
11:00 Talk: A database in a browser, by Jun Park
12:00 Closing
Tickets`

const law = `Ordinance on Parking
§ 1 Scope
This ordinance applies to all public parking areas of the city.
§ 2 Fees
The fee is 2.00 € an hour between 8 a.m. and 8 p.m. on working days.
§ 3 Residents
Residents may park free of charge in the zone that they live in, when they hold a permit.
§ 4 Fines
Whoever parks without a ticket pays a fine of 25.00 €.
§ 5 Entry into force
This ordinance enters into force on 1 July 2026.`

const apiDocs = `API reference
Rate limits
Each key may send 1000 requests per minute.
Requests above the limit are answered with status 429.
Authentication
Send your key in the Authorization header.
Errors
Errors are JSON objects with a code and a message.
Pagination
Lists return up to 25 items. Use the cursor for more.
Deprecations
GET /v1/items is deprecated and ends on 2027-03-31.`

const thai = `หน้าแรก
เมนู
ผัดไทยกุ้งสด 120 บาท
ต้มยำกุ้ง 150 บาท
แกงเขียวหวานไก่ 130 บาท
ร้านเปิดทุกวันตั้งแต่เวลา 11.00 น. ถึง 22.00 น.
โทร 02-123-4567`

const polish = `Rozkład jazdy
Linia 12
Dworzec Główny 6:15 6:45 7:15
Rynek 6:24 6:54 7:24
Szpital 6:31 7:01 7:31
Linia 15
Rynek 6:10 6:40 7:10
Uniwersytet 6:22 6:52 7:22
Ważny od 1 września 2026 r.`

const grants = `Grants
Open calls
Energy research programme
Deadline: 15 January 2027
Budget: up to £250,000
Rural broadband fund
Deadline: 28 February 2027
Budget: up to £1.2 million
Young makers award
Deadline: 30 April 2027
Budget: up to £5,000
Past calls`

const team = `About us
Leadership
Maria Svensson, Chief Executive
Tom Okafor, Chief Technology Officer
Lena Fischer, Chief Financial Officer
Board
Prof. Ana Ruiz (chair)
David Chen
Offices in Stockholm and Nairobi`

const incident = `Status
Current incidents
Elevated error rates in eu-west
Investigating: We see elevated error rates for uploads. 10:42 UTC
Past incidents
Nov 18: Delayed e-mails, resolved
Nov 2: Slow searches, resolved`

const recipe = `Lemon cake
Serves 8
200 g butter
200 g sugar
4 eggs
Zest of 2 lemons
Bake for 45 minutes at 180 °C.
Let it cool before you cut it.`

const korean = `공지사항
서비스 점검 안내
점검 일시: 2026년 11월 25일 02:00 ~ 04:00
요금제
베이직 월 9,900원
프로 월 19,900원
고객센터 1588-0000`

const portuguese = `Vagas abertas
Desenvolvedor Back-end
São Paulo, híbrido
Candidatar-se
Analista de Suporte
Remoto
Candidatar-se
Sobre nós`

const minified = `{"status":"ok","data":[${Array.from({ length: 200 }, (_, i) => `{"id":${i},"sku":"SKU-${1000 + i}","price":${(19.5 + i).toFixed(2)},"stock":${(i * 7) % 50}}`).join(",")}]}`

const zalgo = `Guestbook\nAnna: lovely place\nZ${"̴͉̅".repeat(400)}o: hello\nBen: see you`

const hindi = `मुख्य पृष्ठ
ट्रेन समय सारणी
दिल्ली से मुंबई 16:25
मुंबई से दिल्ली 17:10
किराया ₹2,450
टिकट बुक करें`

const sections = `Handbook
Working hours
Everybody chooses their hours; the team meets at ten.
Remote work
You may work from anywhere in the country. Tell your team where you are.
Equipment
You get a laptop of your choice and a budget of 500 € for your desk.
Holidays
Everybody has 30 days a year, and takes at least 20 of them.
Expenses
Send receipts by the fifth of the month.`

const moveDown = (text: string, part: string, before: string): string =>
  edited(text.replace(part, ""), [before, `${part}${before}`])

export const held: ReadonlyArray<SampleChange> = [
  change(hosting, [["€8.21/mo", "€9.49/mo"]], {
    id: "price at the end of a row",
    title: ["Medium", "€8.21", "€9.49"],
    quotes: ["€8.21", "€9.49"]
  }),
  change(camera, [["In stock\nUS$849.00", "Out of stock\nUS$849.00"]], {
    id: "stock of the second product",
    title: ["Lumen X50", "In stock", "Out of stock"],
    quotes: ["In stock", "Out of stock"]
  }),
  change(camera, [["US$1,299.00", "US$1,099.00"]], {
    id: "price with thousands",
    title: ["Lumen X100", "$1,299.00", "$1,099.00"],
    quotes: ["$1,299.00", "$1,099.00"]
  }),
  change(spanish, [["30 días naturales", "15 días naturales"]], {
    id: "time to return goods in Spanish",
    title: ["Plazo", "30 días", "15 días"],
    quotes: ["30 días naturales", "15 días naturales"]
  }),
  change(spanish, [["Gastos de envío\nLos gastos de devolución son gratuitos en España peninsular.\n", ""]], {
    id: "section removed in Spanish",
    title: ["Gastos de envío", "removed"],
    quotes: ["Gastos de envío"]
  }),
  change(chinese, [["学费:¥1,580", "学费:¥1,680"]], {
    id: "fee in Chinese",
    title: ["¥1,580", "¥1,680"],
    quotes: ["¥1,580", "¥1,680"]
  }),
  change(chinese, [["2026年12月15日", "2026年12月20日"]], {
    id: "date in Chinese",
    title: ["2026年12月15日", "2026年12月20日"],
    quotes: ["2026年12月15日", "2026年12月20日"]
  }),
  change(hebrew, [["מבוגר 45 ₪", "מבוגר 52 ₪"]], {
    id: "price in Hebrew",
    title: ["מבוגר", "45 ₪", "52 ₪"],
    quotes: ["45 ₪", "52 ₪"]
  }),
  change(agenda, [["by Ada Moreno", "by Inés Vidal"]], {
    id: "speaker",
    title: ["Ada Moreno", "Inés Vidal"],
    quotes: ["Ada Moreno", "Inés Vidal"]
  }),
  {
    id: "line moved to the other day",
    before: agenda,
    after: moveDown(agenda, "11:00 Panel: Who pays for open source?\n", "12:00 Closing"),
    title: ["oved", "Panel: Who pays for open source?"],
    not: ["added", "removed"],
    quotes: ["Panel: Who pays for open source?"]
  },
  change(law, [["2.00 € an hour between 8 a.m. and 8 p.m.", "2.50 € an hour between 8 a.m. and 9 p.m."]], {
    id: "fee and hours in a sentence",
    title: ["Fees", "2.00 €", "2.50 €"],
    quotes: ["2.00 €", "2.50 €", "8 p.m.", "9 p.m."]
  }),
  change(law, [["1 July 2026", "1 October 2026"]], {
    id: "date in a sentence",
    title: ["1 July 2026", "1 October 2026"],
    quotes: ["1 July 2026", "1 October 2026"]
  }),
  change(apiDocs, [["1000 requests per minute", "600 requests per minute"]], {
    id: "rate limit",
    title: ["Rate limits", "1000 requests", "600 requests"],
    quotes: ["1000 requests", "600 requests"]
  }),
  change(
    apiDocs,
    [["Pagination\n", "Webhooks\nWe call your address when an item changes.\nEach call is signed.\nPagination\n"]],
    { id: "section added", title: ["Webhooks", "section added"], quotes: ["Webhooks"] }
  ),
  change(thai, [["ต้มยำกุ้ง 150 บาท", "ต้มยำกุ้ง 165 บาท"]], {
    id: "price in Thai",
    title: ["ต้มยำกุ้ง", "150 บาท", "165 บาท"],
    quotes: ["150 บาท", "165 บาท"]
  }),
  change(polish, [["Szpital 6:31 7:01 7:31", "Szpital 6:31 7:03 7:31"]], {
    id: "time in a timetable",
    title: ["Szpital", "7:01", "7:03"],
    quotes: ["7:01", "7:03"]
  }),
  change(grants, [["28 February 2027", "14 March 2027"]], {
    id: "deadline",
    title: ["28 February 2027", "14 March 2027"],
    quotes: ["28 February 2027", "14 March 2027"]
  }),
  change(
    grants,
    [
      [
        "Young makers award\n",
        "Clean rivers grant\nDeadline: 31 March 2027\nBudget: up to £80,000\nYoung makers award\n"
      ]
    ],
    { id: "call more", title: ["Clean rivers grant"], quotes: ["Clean rivers grant"] }
  ),
  change(team, [["Tom Okafor, Chief", "Ingrid Dahl, Chief"]], {
    id: "name of an officer",
    title: ["Tom Okafor", "Ingrid Dahl"],
    quotes: ["Tom Okafor", "Ingrid Dahl"]
  }),
  change(
    incident,
    [
      [
        "Investigating: We see",
        "Resolved: The cause was a full disk, which was replaced. 12:05 UTC\nInvestigating: We see"
      ]
    ],
    { id: "update of an incident", title: ["Added", "Resolved"], quotes: ["Resolved: The cause was a full disk"] }
  ),
  change(recipe, [["45 minutes at 180 °C", "40 minutes at 180 °C"]], {
    id: "number of a recipe",
    title: ["45 minutes", "40 minutes"],
    quotes: ["45 minutes", "40 minutes"]
  }),
  change(korean, [["프로 월 19,900원", "프로 월 22,900원"]], {
    id: "price in Korean",
    title: ["프로", "19,900원", "22,900원"],
    quotes: ["19,900원", "22,900원"]
  }),
  change(portuguese, [["Analista de Suporte\nRemoto\nCandidatar-se\n", ""]], {
    id: "job less in Portuguese",
    title: ["Removed", "Analista de Suporte"],
    quotes: ["Analista de Suporte"]
  }),
  change(minified, [['"sku":"SKU-1150","price":169.50', '"sku":"SKU-1150","price":149.50']], {
    id: "number in a line of JSON",
    title: ["169.50", "149.50"],
    quotes: ["SKU-1150", "169.50", "149.50"]
  }),
  change(zalgo, [["Ben: see you", "Ben: see you soon"]], {
    id: "beside a character of 1,200",
    title: ["Ben", "see you soon"],
    quotes: ["see you soon"]
  }),
  change(zalgo, [["o: hello", "o: \u202Egood\u202C bye"]], {
    id: "text that turns its direction",
    title: ["hello", "good bye"],
    not: ["\u202E", "\u202C"],
    quotes: ["good"]
  }),
  change(hindi, [["₹2,450", "₹2,620"]], {
    id: "fare in Hindi",
    title: ["₹2,450", "₹2,620"],
    quotes: ["₹2,450", "₹2,620"]
  }),
  {
    id: "section moved in a handbook",
    before: sections,
    after: moveDown(
      sections,
      "Remote work\nYou may work from anywhere in the country. Tell your team where you are.\n",
      "Expenses\n"
    ),
    title: ["Remote work", "moved"],
    not: ["added", "removed"],
    quotes: ["Remote work"]
  }
]
