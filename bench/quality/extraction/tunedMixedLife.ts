/** Jobs, events, firms, documents and talk, by a second hand: made to look at, written before anyone looked at how the rules read them. */
import { address, day, flag, integer, listOf, number, objectOf, type SamplePage, text, texts } from "./SamplePage.ts"

const moment = { type: "string", format: "date-time" }
const email = { type: "string", format: "email" }

export const tunedMixedLife: ReadonlyArray<SamplePage> = [
  {
    id: "recipe-dal",
    url: "https://kitchen.example/recipes/red-lentil-dal",
    instructions: "Recipe card",
    schema: objectOf({
      name: text,
      prepMinutes: integer,
      cookMinutes: integer,
      totalMinutes: integer,
      servings: integer,
      ingredients: texts,
      steps: texts,
      calories: integer,
      vegan: flag,
      difficulty: { type: "string", enum: ["easy", "medium", "hard"] }
    }),
    html: `<!doctype html><html lang="en"><head><title>Red lentil dal - The Kitchen</title><script type="application/ld+json">[{"@context":"https://schema.org","@type":"Recipe","name":"Red lentil dal","prepTime":"PT10M","cookTime":"PT1H5M","recipeYield":"4 servings","recipeIngredient":["250 g red lentils","1 onion, chopped","400 ml coconut milk"],"recipeInstructions":[{"@type":"HowToStep","text":"Rinse the lentils."},{"@type":"HowToStep","text":"Fry the onion until soft."},{"@type":"HowToStep","text":"Add everything else and simmer."}],"nutrition":{"@type":"NutritionInformation","calories":"412 kcal"}}]</script></head><body><main><h1>Red lentil dal</h1><p>By Amina. Difficulty: Easy. This dal is vegan and freezes well.</p></main><aside><h3>More recipes</h3><a href="/r/2">Chicken tikka, 50 min, serves 2</a></aside></body></html>`,
    expected: {
      name: "Red lentil dal",
      prepMinutes: 10,
      cookMinutes: 65,
      servings: 4,
      ingredients: ["250 g red lentils", "1 onion, chopped", "400 ml coconut milk"],
      steps: ["Rinse the lentils.", "Fry the onion until soft.", "Add everything else and simmer."],
      calories: 412,
      vegan: true,
      difficulty: "easy"
    }
  },
  {
    id: "empleo",
    url: "https://empleo.example/oferta/ana-datos",
    instructions: "Datos de la oferta de empleo",
    schema: objectOf({
      title: text,
      company: text,
      location: objectOf({ city: text, country: text }),
      contractType: { type: "string", enum: ["permanent", "temporary", "internship"] },
      workMode: { type: "string", enum: ["onsite", "hybrid", "remote"] },
      salary: objectOf({ min: number, max: number, currency: text, period: text }),
      experienceYears: integer,
      languages: texts,
      deadline: day,
      visaSponsorship: flag
    }),
    html: `<!doctype html><html lang="es"><head><title>Analista de datos - Empleo</title></head><body><header><a href="/">Empleo</a><a href="/ofertas">Ofertas</a></header><main><h1>Analista de datos</h1><dl><dt>Empresa</dt><dd>Frutas Levante S.L.</dd><dt>Ubicación</dt><dd>Valencia, España</dd><dt>Tipo de contrato</dt><dd>Indefinido</dd><dt>Modalidad</dt><dd>Híbrido</dd><dt>Salario</dt><dd>32.000 – 38.000 € brutos al año</dd><dt>Experiencia mínima</dt><dd>3 años</dd><dt>Idiomas</dt><dd>Español, inglés</dd><dt>Fecha límite</dt><dd>15 de enero de 2027</dd></dl><h2>Sobre la empresa</h2><p>Frutas Levante exporta a 22 países desde 1987.</p></main></body></html>`,
    expected: {
      title: "Analista de datos",
      company: "Frutas Levante S.L.",
      location: { city: "Valencia", country: "España" },
      contractType: "permanent",
      workMode: "hybrid",
      salary: { min: 32000, max: 38000, currency: "EUR", period: "año" },
      experienceYears: 3,
      languages: ["Español", "inglés"],
      deadline: "2027-01-15"
    }
  },
  {
    id: "job-prose",
    url: "https://harborworks.example/jobs/site-reliability",
    instructions: "Job details",
    schema: objectOf({
      title: text,
      department: text,
      hoursPerWeek: number,
      salaryMin: integer,
      salaryMax: integer,
      remote: flag,
      vacationDays: integer,
      startDate: day,
      contactEmail: email,
      requirements: texts
    }),
    html: `<!doctype html><html lang="en"><head><title>Site Reliability Engineer | Harborworks</title></head><body><header><a href="/">Harborworks</a></header><main><h1>Site Reliability Engineer</h1><p>You will join the Platform department and keep our ports online. The salary is between £62,000 and £74,000 a year, depending on experience. The role is fully remote within the UK. We work 36 hours a week and you get 28 days of vacation.</p><h2>Requirements</h2><ul><li>Linux in production</li><li>One scripting language</li><li>Calm on call</li></ul><h2>How to apply</h2><p>Write to <a href="mailto:people@harborworks.example">people@harborworks.example</a>. Press enquiries: <a href="mailto:press@harborworks.example">press@harborworks.example</a>.</p></main></body></html>`,
    expected: {
      title: "Site Reliability Engineer",
      department: "Platform",
      hoursPerWeek: 36,
      salaryMin: 62000,
      salaryMax: 74000,
      remote: true,
      vacationDays: 28,
      contactEmail: "people@harborworks.example",
      requirements: ["Linux in production", "One scripting language", "Calm on call"]
    }
  },
  {
    id: "konzert-ja",
    url: "https://hall.mori.example/concert/0312",
    instructions: "公演情報",
    schema: objectOf({
      title: text,
      date: day,
      doorsOpen: text,
      startTime: text,
      venue: text,
      ticketPrice: { ...integer, description: "一般料金(円)" },
      studentPrice: { ...integer, description: "学生料金(円)" },
      soldOut: flag,
      contactPhone: text
    }),
    html: `<!doctype html><html lang="ja"><head><title>春の弦楽四重奏 | 森ホール</title></head><body><header><a href="/">森ホール</a><a href="/concert">公演</a></header><main><h1>春の弦楽四重奏</h1><dl><dt>日時</dt><dd>2027年3月12日(金)</dd><dt>開場</dt><dd>18:00</dd><dt>開演</dt><dd>18:30</dd><dt>会場</dt><dd>森ホール 小ホール</dd><dt>料金</dt><dd>一般 4,500円 / 学生 2,000円</dd><dt>お問い合わせ</dt><dd>03-0000-1234</dd></dl></main></body></html>`,
    expected: {
      title: "春の弦楽四重奏",
      date: "2027-03-12",
      doorsOpen: "18:00",
      startTime: "18:30",
      venue: "森ホール 小ホール",
      ticketPrice: 4500,
      studentPrice: 2000,
      contactPhone: "+81300001234"
    }
  },
  {
    id: "conference",
    url: "https://rustriver.example/2027",
    instructions: "Conference facts and speakers",
    schema: objectOf({
      name: text,
      startDate: day,
      endDate: day,
      city: text,
      venue: text,
      speakers: listOf({ name: text, company: text, talk: text }),
      ticketPriceEarlyBird: number,
      ticketPriceRegular: number,
      earlyBirdEnds: day,
      online: flag
    }),
    html: `<!doctype html><html lang="en"><head><title>RustRiver 2027</title></head><body><header><nav><a href="#speakers">Speakers</a><a href="#tickets">Tickets</a></nav></header><main><h1>RustRiver 2027</h1><p>10–12 May 2027 · Kongresshaus, Linz</p><section id="speakers"><h2>Speakers</h2><div class="grid"><div class="sp"><img src="/a.jpg" alt=""><h3>Ilse Brandt</h3><p class="co">Ferrum Labs</p><p class="talk">Borrowing at scale</p></div><div class="sp"><img src="/b.jpg" alt=""><h3>Kofi Mensah</h3><p class="co">Tidepool</p><p class="talk">Async without tears</p></div><div class="sp"><img src="/c.jpg" alt=""><h3>Yuki Arai</h3><p class="co">Hokuto Systems</p><p class="talk">Fuzzing a kernel</p></div></div></section><section id="tickets"><h2>Tickets</h2><ul><li>Early bird: €290 (until 31 January 2027)</li><li>Regular: €390</li><li>Student: €90</li></ul></section></main><footer>RustRiver 2026 was in Graz.</footer></body></html>`,
    expected: {
      name: "RustRiver 2027",
      startDate: "2027-05-10",
      endDate: "2027-05-12",
      city: "Linz",
      venue: "Kongresshaus",
      speakers: [
        { name: "Ilse Brandt", company: "Ferrum Labs", talk: "Borrowing at scale" },
        { name: "Kofi Mensah", company: "Tidepool", talk: "Async without tears" },
        { name: "Yuki Arai", company: "Hokuto Systems", talk: "Fuzzing a kernel" }
      ],
      ticketPriceEarlyBird: 290,
      ticketPriceRegular: 390,
      earlyBirdEnds: "2027-01-31"
    }
  },
  {
    id: "about-firm",
    url: "https://www.kestrel-optics.example/about",
    instructions: "Company facts",
    schema: objectOf({
      company: objectOf({
        name: text,
        foundedYear: integer,
        founders: texts,
        headquarters: text,
        employees: integer,
        ceo: text,
        revenue: { ...number, description: "Annual revenue in dollars" },
        publiclyTraded: flag,
        parentCompany: text
      })
    }),
    html: `<!doctype html><html lang="en"><head><title>About us | Kestrel Optics</title><meta property="og:site_name" content="Kestrel Optics"></head><body><header><a href="/">Kestrel Optics</a><a href="/products">Products</a></header><main><h1>About Kestrel Optics</h1><p>Kestrel Optics was founded in 1998 by Ruth Alvarez and Tom Keating in a garage in Rochester, New York. Today we are headquartered in Boulder, Colorado, employ 340 people in six countries, and made $86 million in revenue last year.</p><p>Our chief executive, Priya Raman, joined in 2012. Before that she led a team of 45 engineers at Helix Imaging, which was acquired in 2011.</p><p>We are still a privately held company.</p></main><footer>© 2003–2026 Kestrel Optics</footer></body></html>`,
    expected: {
      company: {
        name: "Kestrel Optics",
        foundedYear: 1998,
        founders: ["Ruth Alvarez", "Tom Keating"],
        headquarters: "Boulder, Colorado",
        employees: 340,
        ceo: "Priya Raman",
        revenue: 86000000,
        publiclyTraded: false
      }
    }
  },
  {
    id: "kontakt",
    url: "https://www.zahnarzt-lindner.example/kontakt",
    instructions: "Kontaktdaten der Praxis",
    schema: objectOf({
      name: text,
      doctor: text,
      street: text,
      zip: text,
      city: text,
      phone: text,
      fax: text,
      email: email,
      openingHours: listOf({ day: text, hours: text }),
      wheelchairAccessible: flag,
      emergencyPhone: text
    }),
    html: `<!doctype html><html lang="de"><head><title>Kontakt – Zahnarztpraxis Lindner</title></head><body><header><a href="/">Zahnarztpraxis Lindner</a></header><main><h1>Kontakt</h1><p>Zahnarztpraxis Lindner<br>Dr. med. dent. Eva Lindner<br>Rosenweg 8<br>79102 Freiburg</p><p>Telefon: 0761 / 000 12-0<br>Telefax: 0761 / 000 12-9<br>E-Mail: praxis@zahnarzt-lindner.example</p><h2>Sprechzeiten</h2><table><tr><td>Montag</td><td>8–12 und 14–18 Uhr</td></tr><tr><td>Dienstag</td><td>8–12 Uhr</td></tr><tr><td>Donnerstag</td><td>14–19 Uhr</td></tr></table><p>Unsere Praxis ist barrierefrei. Der Aufzug ist leider nicht rund um die Uhr in Betrieb.</p></main></body></html>`,
    expected: {
      name: "Zahnarztpraxis Lindner",
      doctor: "Dr. med. dent. Eva Lindner",
      street: "Rosenweg 8",
      zip: "79102",
      city: "Freiburg",
      phone: "0761 / 000 12-0",
      fax: "0761 / 000 12-9",
      email: "praxis@zahnarzt-lindner.example",
      openingHours: [
        { day: "Montag", hours: "8–12 und 14–18 Uhr" },
        { day: "Dienstag", hours: "8–12 Uhr" },
        { day: "Donnerstag", hours: "14–19 Uhr" }
      ],
      wheelchairAccessible: true
    }
  },
  {
    id: "docs-parameters",
    url: "https://docs.quarry.example/api/open",
    instructions: "The function and its parameters",
    schema: objectOf({
      functionName: text,
      sinceVersion: text,
      deprecated: flag,
      returnType: text,
      parameters: listOf({
        name: text,
        type: text,
        required: flag,
        default: { type: ["string", "null"] },
        description: text
      })
    }),
    html: `<!doctype html><html lang="en"><head><title>open() — Quarry 4.2 documentation</title></head><body><nav><ul><li><a href="close">close()</a></li><li><a href="read">read()</a></li></ul></nav><main><h1>open()</h1><p>Opens a quarry file.</p><p>Since version: 2.1</p><p>Returns: <code>Handle</code></p><h2>Parameters</h2><table><thead><tr><th>Name</th><th>Type</th><th>Required</th><th>Default</th><th>Description</th></tr></thead><tbody><tr><td><code>path</code></td><td>string</td><td>Yes</td><td>–</td><td>Where the file is.</td></tr><tr><td><code>mode</code></td><td>string</td><td>No</td><td>"r"</td><td>How to open it.</td></tr><tr><td><code>buffer</code></td><td>integer</td><td>No</td><td>4096</td><td>Bytes to read at once.</td></tr></tbody></table></main></body></html>`,
    expected: {
      functionName: "open()",
      sinceVersion: "2.1",
      returnType: "Handle",
      parameters: [
        { name: "path", type: "string", required: true, description: "Where the file is." },
        { name: "mode", type: "string", required: false, default: '"r"', description: "How to open it." },
        { name: "buffer", type: "integer", required: false, default: "4096", description: "Bytes to read at once." }
      ]
    }
  },
  {
    id: "forum-thread",
    url: "https://forum.bikes.example/t/3391",
    instructions: "Thread with its replies",
    schema: objectOf({
      title: text,
      author: text,
      postedAt: day,
      views: integer,
      solved: flag,
      replies: listOf({ author: text, date: day, likes: integer, text: text })
    }),
    html: `<!doctype html><html lang="en"><head><title>Creaking bottom bracket - Bikes forum</title></head><body><header><a href="/">Bikes forum</a><a href="/new">New</a></header><main><h1>Creaking bottom bracket</h1><div class="meta">Started by <a href="/u/marta">marta</a> on <time datetime="2026-05-02T08:11:00Z">2 May</time> · 1,204 views · <span class="tag">Solved</span></div><article class="post"><div class="body"><p>It creaks when I stand up. Any ideas?</p></div></article><div class="replies"><article class="reply"><header><a class="author" href="/u/joe">joe_w</a> <time datetime="2026-05-02T09:40:00Z">2 May</time></header><p class="body">Check the seatpost first.</p><span class="likes">3 likes</span></article><article class="reply"><header><a class="author" href="/u/pat">pat77</a> <time datetime="2026-05-03T18:02:00Z">3 May</time></header><p class="body">Grease the cups and torque to spec.</p><span class="likes">12 likes</span></article></div></main></body></html>`,
    expected: {
      title: "Creaking bottom bracket",
      author: "marta",
      postedAt: "2026-05-02",
      views: 1204,
      solved: true,
      replies: [
        { author: "joe_w", date: "2026-05-02", likes: 3, text: "Check the seatpost first." },
        { author: "pat77", date: "2026-05-03", likes: 12, text: "Grease the cups and torque to spec." }
      ]
    }
  },
  {
    id: "notice-planning",
    url: "https://www.westmere.example.gov/notices/26-0417",
    instructions: "Public notice",
    schema: objectOf({
      referenceNumber: text,
      applicant: text,
      siteAddress: text,
      decision: { type: "string", enum: ["approved", "refused", "pending", "withdrawn"] },
      datePublished: day,
      commentsDeadline: day,
      caseOfficer: text,
      hearingDate: day,
      fee: number,
      documents: listOf({ title: text, url: address })
    }),
    html: `<!doctype html><html lang="en-GB"><head><title>Planning notice 26/0417 - Westmere Council</title></head><body><header><a href="/">Westmere Council</a><a href="/planning">Planning</a></header><main><h1>Planning application 26/0417</h1><table class="summary"><tr><th scope="row">Reference</th><td>26/0417/FUL</td></tr><tr><th scope="row">Applicant</th><td>Brook &amp; Vale Homes Ltd</td></tr><tr><th scope="row">Site address</th><td>Land north of Mill Lane, Westmere WM4 2QT</td></tr><tr><th scope="row">Status</th><td>Pending decision</td></tr><tr><th scope="row">Date published</th><td>03/11/2026</td></tr><tr><th scope="row">Comments by</th><td>4 December 2026</td></tr><tr><th scope="row">Case officer</th><td>Helen Okafor</td></tr></table><h2>Documents</h2><ul><li><a href="/files/plan.pdf">Site plan</a></li><li><a href="/files/design.pdf">Design statement</a></li></ul><p>Last updated 9 November 2026</p></main></body></html>`,
    expected: {
      referenceNumber: "26/0417/FUL",
      applicant: "Brook & Vale Homes Ltd",
      siteAddress: "Land north of Mill Lane, Westmere WM4 2QT",
      decision: "pending",
      datePublished: "2026-11-03",
      commentsDeadline: "2026-12-04",
      caseOfficer: "Helen Okafor",
      documents: [
        { title: "Site plan", url: "https://www.westmere.example.gov/files/plan.pdf" },
        { title: "Design statement", url: "https://www.westmere.example.gov/files/design.pdf" }
      ]
    }
  },
  {
    id: "status-page",
    url: "https://status.paperplane.example/",
    instructions: "Current status and incidents",
    schema: objectOf({
      overallStatus: { type: "string", enum: ["operational", "degraded", "outage", "maintenance"] },
      components: listOf({ name: text, status: text }),
      incidents: listOf({ title: text, date: day, resolved: flag })
    }),
    html: `<!doctype html><html lang="en"><head><title>Paperplane Status</title></head><body><header><h1>Paperplane Status</h1></header><main><div class="banner">Degraded performance</div><section><h2>Components</h2><div class="comp"><span class="name">API</span><span class="state">Degraded performance</span></div><div class="comp"><span class="name">Dashboard</span><span class="state">Operational</span></div><div class="comp"><span class="name">Webhooks</span><span class="state">Operational</span></div></section><section><h2>Past incidents</h2><div class="inc"><h3>Slow imports</h3><time datetime="2026-11-20">Nov 20, 2026</time><p>Resolved. Imports are back to normal.</p></div><div class="inc"><h3>Login errors</h3><time datetime="2026-11-11">Nov 11, 2026</time><p>Resolved. A certificate had expired.</p></div></section></main></body></html>`,
    expected: {
      overallStatus: "degraded",
      components: [
        { name: "API", status: "Degraded performance" },
        { name: "Dashboard", status: "Operational" },
        { name: "Webhooks", status: "Operational" }
      ],
      incidents: [
        { title: "Slow imports", date: "2026-11-20", resolved: true },
        { title: "Login errors", date: "2026-11-11", resolved: true }
      ]
    }
  },
  {
    id: "musee",
    url: "https://musee-tisserand.example/infos-pratiques",
    instructions: "Infos pratiques",
    schema: objectOf({
      nom: text,
      adresse: text,
      tarifPlein: number,
      tarifReduit: number,
      gratuitMoinsDe: { ...integer, description: "Âge en dessous duquel l'entrée est gratuite" },
      jourFermeture: text,
      heureOuverture: text,
      heureFermeture: text,
      audioguide: flag,
      parking: flag
    }),
    html: `<!doctype html><html lang="fr"><head><title>Infos pratiques - Musée Tisserand</title></head><body><header><a href="/">Musée Tisserand</a><a href="/expositions">Expositions</a></header><main><h1>Infos pratiques</h1><h2>Adresse</h2><p>7 quai des Tanneurs, 69005 Lyon</p><h2>Horaires</h2><p>Le musée est ouvert de 10h à 18h. Fermé le lundi.</p><h2>Tarifs</h2><ul><li>Tarif plein : 9 €</li><li>Tarif réduit : 6,50 €</li><li>Gratuit pour les moins de 18 ans</li></ul><p>Un audioguide est disponible à l'accueil (3 €).</p><p>Le musée ne dispose pas de parking.</p></main></body></html>`,
    expected: {
      nom: "Musée Tisserand",
      adresse: "7 quai des Tanneurs, 69005 Lyon",
      tarifPlein: 9,
      tarifReduit: 6.5,
      gratuitMoinsDe: 18,
      jourFermeture: "lundi",
      heureOuverture: "10h",
      heureFermeture: "18h",
      audioguide: true,
      parking: false
    }
  },
  {
    id: "blog-article",
    url: "https://blog.lumen.example/posts/cold-starts",
    instructions: "Article metadata",
    schema: objectOf({
      headline: text,
      author: objectOf({ name: text, jobTitle: text }),
      publishedAt: moment,
      updatedAt: moment,
      readingTimeMinutes: integer,
      tags: texts,
      image: address,
      commentCount: integer,
      sponsored: flag
    }),
    html: `<!doctype html><html lang="en"><head><title>Why cold starts hurt | Lumen blog</title><meta property="og:title" content="Why cold starts hurt"><meta property="og:image" content="https://blog.lumen.example/img/cold.png"><meta property="article:published_time" content="2026-08-14T09:00:00+02:00"><meta property="article:modified_time" content="2026-08-20T16:30:00+02:00"><meta property="article:tag" content="serverless"><meta property="article:tag" content="latency"><meta name="author" content="Noor Haddad"></head><body><header><a href="/">Lumen blog</a></header><main><article><h1>Why cold starts hurt</h1><p class="by">By Noor Haddad, Staff Engineer · 7 min read · 18 comments</p><p>Every function sleeps. When it wakes, your users wait, often for 900 ms.</p></article><section><h2>Read next</h2><article><h3>Pooling in 2025</h3><p>12 min read</p></article></section></main></body></html>`,
    expected: {
      headline: "Why cold starts hurt",
      author: { name: "Noor Haddad", jobTitle: "Staff Engineer" },
      publishedAt: "2026-08-14T09:00:00+02:00",
      updatedAt: "2026-08-20T16:30:00+02:00",
      readingTimeMinutes: 7,
      tags: ["serverless", "latency"],
      image: "https://blog.lumen.example/img/cold.png",
      commentCount: 18
    }
  }
]
