/** Sites held out: written before anything was measured on sites, and never looked at when rules are changed. */
import { flag, integer, listOf, number, objectOf, text, texts } from "./SamplePage.ts"
import { pagesIn, type SampleSite } from "./SampleSite.ts"

const hosting = pagesIn({
  lang: "en-US",
  name: "Stackmoor",
  menu: { Features: "features", Plans: "plans", Docs: "docs", Company: "company", Support: "support" },
  foot: "Stackmoor, a Delaware corporation"
})

const gym = pagesIn({
  lang: "en-GB",
  name: "Ironworks Gym",
  menu: { Memberships: "join", Classes: "classes", "Find us": "find-us", Shop: "shop" },
  foot: "Ironworks Gym, Sheffield"
})

const museum = pagesIn({
  lang: "en",
  name: "Museum of Salt",
  menu: { "Plan your visit": "visit", Exhibitions: "exhibitions", Collection: "collection", Press: "press" },
  foot: "Museum of Salt"
})

const charity = pagesIn({
  lang: "en-GB",
  name: "Clean Becks",
  menu: { "What we do": "work", "Our impact": "impact", "Who we are": "people", Donate: "donate" },
  foot: "Clean Becks is a registered charity."
})

const maker = pagesIn({
  lang: "en",
  name: "Voltera Pumps",
  menu: { Products: "products", Service: "service", Distributors: "distributors", News: "news" },
  foot: "Voltera Pumps AB"
})

const bakery = pagesIn({
  lang: "fr",
  name: "Boulangerie Marceau",
  menu: { "Nos produits": "produits", "Horaires et accès": "horaires", Actualités: "actualites", Contact: "contact" },
  foot: "Boulangerie Marceau"
})

const rental = pagesIn({
  lang: "es",
  name: "Coches Llevant",
  menu: { Flota: "flota", Condiciones: "condiciones", Oficinas: "oficinas", Blog: "blog" },
  foot: "Coches Llevant S.L."
})

const library = pagesIn({
  lang: "en",
  name: "tessella",
  menu: { Guide: "guide", Install: "install", Changelog: "changelog", Community: "community" },
  foot: "tessella is free software."
})

export const heldSites: ReadonlyArray<SampleSite> = [
  {
    id: "hosting",
    start: "https://stackmoor.example/",
    instructions: "Plans and their price, uptime promise, support email and who runs the company",
    schema: objectOf({
      plans: listOf({ name: text, price: number, storage: text }),
      uptime: { type: "string", description: "Uptime guarantee" },
      supportEmail: { type: "string", format: "email" },
      chiefExecutive: { type: "string", description: "Chief executive officer" },
      employees: integer,
      phone: text
    }),
    pages: {
      "": hosting("Servers that stay up", "<h1>Servers that stay up</h1><p>Deploy in seconds.</p>"),
      features: hosting("Features", "<h1>Features</h1><ul><li>Snapshots</li><li>Private networks</li></ul>"),
      plans: hosting(
        "Plans",
        `<h1>Plans</h1><section class="cards"><div class="plan"><h3>Nano</h3><p class="price">$4 / month</p><p>Storage: 10 GB</p></div><div class="plan"><h3>Basic</h3><p class="price">$16 / month</p><p>Storage: 60 GB</p></div><div class="plan"><h3>Metal</h3><p class="price">$220 / month</p><p>Storage: 2 TB</p></div></section><p>Uptime guarantee: 99.95%</p>`
      ),
      docs: hosting("Docs", "<h1>Docs</h1><p>Create a server with one call.</p>"),
      company: hosting(
        "Company",
        "<h1>Company</h1><table><tr><th>Chief executive officer</th><td>Harriet Osei</td></tr><tr><th>Employees</th><td>140</td></tr></table>"
      ),
      support: hosting(
        "Support",
        `<h1>Support</h1><p>Write to us day and night.</p><p>Support: <a href="mailto:support@stackmoor.example">support@stackmoor.example</a></p><p>Abuse: <a href="mailto:abuse@stackmoor.example">abuse@stackmoor.example</a></p>`
      )
    },
    expected: {
      plans: [
        { name: "Nano", price: 4, storage: "10 GB" },
        { name: "Basic", price: 16, storage: "60 GB" },
        { name: "Metal", price: 220, storage: "2 TB" }
      ],
      uptime: "99.95%",
      supportEmail: "support@stackmoor.example",
      chiefExecutive: "Harriet Osei",
      employees: 140,
      phone: null
    }
  },
  {
    id: "gym",
    start: "https://ironworksgym.example/",
    instructions: "Memberships with monthly fee, the classes on the timetable, telephone and address",
    schema: objectOf({
      memberships: listOf({ membership: text, monthlyFee: number }),
      joiningFee: number,
      classes: listOf({ class: text, day: text, time: text }),
      phone: text,
      address: text,
      hasPool: flag
    }),
    pages: {
      "": gym("Ironworks", "<h1>Lift something</h1><p>Open all night.</p>"),
      join: gym(
        "Memberships",
        `<h1>Memberships</h1><table><thead><tr><th>Membership</th><th>Monthly fee</th></tr></thead><tbody><tr><td>Off-peak</td><td>£22.00</td></tr><tr><td>Anytime</td><td>£34.50</td></tr><tr><td>Couple</td><td>£59.00</td></tr></tbody></table><p>Joining fee: £15</p>`
      ),
      classes: gym(
        "Classes",
        `<h1>Classes</h1><table><tr><th>Class</th><th>Day</th><th>Time</th></tr><tr><td>Spin</td><td>Monday</td><td>18:30</td></tr><tr><td>Yoga</td><td>Thursday</td><td>07:00</td></tr></table>`
      ),
      "find-us": gym(
        "Find us",
        "<h1>Find us</h1><dl><dt>Address</dt><dd>Unit 3, Neepsend Lane, Sheffield S3 8AT</dd><dt>Telephone</dt><dd>0114 496 0087</dd></dl>"
      ),
      shop: gym("Shop", "<h1>Shop</h1><ul><li>Belt £25</li><li>Chalk £4</li></ul>")
    },
    expected: {
      memberships: [
        { membership: "Off-peak", monthlyFee: 22 },
        { membership: "Anytime", monthlyFee: 34.5 },
        { membership: "Couple", monthlyFee: 59 }
      ],
      joiningFee: 15,
      classes: [
        { class: "Spin", day: "Monday", time: "18:30" },
        { class: "Yoga", day: "Thursday", time: "07:00" }
      ],
      phone: "+441144960087",
      address: "Unit 3, Neepsend Lane, Sheffield S3 8AT",
      hasPool: null
    }
  },
  {
    id: "museum",
    start: "https://museumofsalt.example/",
    instructions: "Admission, opening hours and current exhibitions with their last day",
    schema: objectOf({
      adultPrice: { type: "number", description: "Admission for adults" },
      childPrice: { type: "number", description: "Admission for children" },
      openingHours: text,
      closedOn: { type: "string", description: "Day on which the museum is closed" },
      exhibitions: listOf({ exhibition: text, until: { type: "string", format: "date" } }),
      director: text
    }),
    pages: {
      "": museum("Museum of Salt", "<h1>White gold</h1><p>Five thousand years under your feet.</p>"),
      visit: museum(
        "Plan your visit",
        `<h1>Plan your visit</h1><h2>Admission</h2><table><tr><th>Adults</th><td>€14.00</td></tr><tr><th>Children</th><td>€6.50</td></tr><tr><th>Family ticket</th><td>€32.00</td></tr></table><h2>Hours</h2><p>Opening hours: 10:00 to 18:00</p><p>Closed on: Tuesday</p>`
      ),
      exhibitions: museum(
        "Exhibitions",
        `<h1>Exhibitions</h1><table><tr><th>Exhibition</th><th>From</th><th>Until</th></tr><tr><td>Salt roads</td><td>2 May 2026</td><td>10 January 2027</td></tr><tr><td>Brine and bone</td><td>1 October 2026</td><td>28 February 2027</td></tr></table>`
      ),
      collection: museum("Collection", "<h1>Collection</h1><p>4,000 objects, 12 of them gold.</p>"),
      press: museum("Press", "<h1>Press</h1><p>Press office: press@museumofsalt.example</p>")
    },
    expected: {
      adultPrice: 14,
      childPrice: 6.5,
      openingHours: "10:00 to 18:00",
      closedOn: "Tuesday",
      exhibitions: [
        { exhibition: "Salt roads", until: "2027-01-10" },
        { exhibition: "Brine and bone", until: "2027-02-28" }
      ],
      director: null
    }
  },
  {
    id: "charity",
    start: "https://cleanbecks.example/",
    instructions: "Registration, people and figures of the charity",
    schema: objectOf({
      charityNumber: { type: "string", description: "Registered charity number" },
      founded: { type: "integer", description: "Year founded" },
      trustees: listOf({ name: text, role: text }),
      volunteers: { type: "integer", description: "Number of volunteers" },
      income: { type: "number", description: "Annual income" },
      donationEmail: { type: "string", format: "email" }
    }),
    pages: {
      "": charity("Clean Becks", "<h1>Rivers worth a swim</h1><p>We clear becks across Cumbria.</p>"),
      work: charity("What we do", "<h1>What we do</h1><p>We pull out trolleys, 300 a year.</p>"),
      impact: charity(
        "Our impact",
        "<h1>Our impact</h1><dl><dt>Volunteers</dt><dd>1,250</dd><dt>Annual income</dt><dd>£412,000</dd><dt>Trolleys</dt><dd>312</dd></dl>"
      ),
      people: charity(
        "Who we are",
        `<h1>Who we are</h1><p>Registered charity number: 1184402</p><p>We were founded in 2009 by anglers.</p><h2>Trustees</h2><table><tr><th>Name</th><th>Role</th></tr><tr><td>Ann Birkett</td><td>Chair</td></tr><tr><td>Tom Sealby</td><td>Treasurer</td></tr></table>`
      ),
      donate: charity("Donate", "<h1>Donate</h1><p>Donations: giving@cleanbecks.example</p><p>£10 buys gloves.</p>")
    },
    expected: {
      charityNumber: "1184402",
      founded: 2009,
      trustees: [
        { name: "Ann Birkett", role: "Chair" },
        { name: "Tom Sealby", role: "Treasurer" }
      ],
      volunteers: 1250,
      income: 412_000,
      donationEmail: "giving@cleanbecks.example"
    }
  },
  {
    id: "maker",
    start: "https://voltera-pumps.example/",
    instructions: "Pumps with power and weight, and the distributors by country",
    schema: objectOf({
      pumps: listOf({ model: text, power: number, weight: number }),
      distributors: listOf({ country: text, distributor: text }),
      warranty: text,
      certificates: texts,
      priceList: text
    }),
    pages: {
      "": maker("Pumps", "<h1>Pumps for anything that flows</h1><p>From Västerås.</p>"),
      products: maker(
        "Products",
        `<h1>Products</h1><table><tr><th>Model</th><th>Power (kW)</th><th>Weight (kg)</th></tr><tr><td>VP-110</td><td>1.1</td><td>18.5</td></tr><tr><td>VP-220</td><td>2.2</td><td>27</td></tr><tr><td>VP-750</td><td>7.5</td><td>64</td></tr></table><h2>Certificates</h2><ul><li>ISO 9001</li><li>ATEX</li></ul>`
      ),
      service: maker("Service", "<h1>Service</h1><p>Warranty: 36 months</p><p>Spare parts ship within a day.</p>"),
      distributors: maker(
        "Distributors",
        `<h1>Distributors</h1><table><tr><th>Country</th><th>Distributor</th></tr><tr><td>Norway</td><td>Fjord Teknikk AS</td></tr><tr><td>Poland</td><td>Pompol Sp. z o.o.</td></tr></table>`
      ),
      news: maker("News", "<h1>News</h1><p>VP-900 is announced for spring.</p>")
    },
    expected: {
      pumps: [
        { model: "VP-110", power: 1.1, weight: 18.5 },
        { model: "VP-220", power: 2.2, weight: 27 },
        { model: "VP-750", power: 7.5, weight: 64 }
      ],
      distributors: [
        { country: "Norway", distributor: "Fjord Teknikk AS" },
        { country: "Poland", distributor: "Pompol Sp. z o.o." }
      ],
      warranty: "36 months",
      certificates: ["ISO 9001", "ATEX"],
      priceList: null
    }
  },
  {
    id: "french-bakery",
    start: "https://boulangerie-marceau.example/",
    instructions: "Produits et prix, horaires, adresse et téléphone",
    schema: objectOf({
      produits: listOf({ produit: text, prix: number }),
      horaires: text,
      fermeture: { type: "string", description: "Jour de fermeture" },
      adresse: text,
      telephone: { type: "string", description: "Téléphone" },
      livraison: { type: "boolean", description: "Livraison à domicile" }
    }),
    pages: {
      "": bakery("Accueil", "<h1>Du pain au levain</h1><p>Depuis 1961, rue des Tanneurs.</p>"),
      produits: bakery(
        "Nos produits",
        `<h1>Nos produits</h1><table><tr><th>Produit</th><th>Prix</th></tr><tr><td>Baguette tradition</td><td>1,30 €</td></tr><tr><td>Pain de seigle</td><td>4,20 €</td></tr><tr><td>Tarte aux prunes</td><td>18,00 €</td></tr></table>`
      ),
      horaires: bakery(
        "Horaires et accès",
        "<h1>Horaires et accès</h1><dl><dt>Horaires</dt><dd>6h30 – 19h30</dd><dt>Jour de fermeture</dt><dd>lundi</dd><dt>Adresse</dt><dd>8 rue des Tanneurs, 21000 Dijon</dd></dl>"
      ),
      actualites: bakery("Actualités", "<h1>Actualités</h1><p>La galette est de retour.</p>"),
      contact: bakery("Contact", "<h1>Contact</h1><p>Téléphone : 03 80 55 01 42</p>")
    },
    expected: {
      produits: [
        { produit: "Baguette tradition", prix: 1.3 },
        { produit: "Pain de seigle", prix: 4.2 },
        { produit: "Tarte aux prunes", prix: 18 }
      ],
      horaires: "6h30 – 19h30",
      fermeture: "lundi",
      adresse: "8 rue des Tanneurs, 21000 Dijon",
      telephone: "03 80 55 01 42",
      livraison: null
    }
  },
  {
    id: "spanish-rental",
    start: "https://llevant.example/",
    instructions: "Coches con precio por día y plazas, edad mínima, fianza",
    schema: objectOf({
      coches: listOf({ modelo: text, precioPorDia: number, plazas: integer }),
      edadMinima: { type: "integer", description: "Edad mínima del conductor" },
      fianza: number,
      oficinas: texts,
      seguroIncluido: { type: "boolean", description: "Seguro incluido" }
    }),
    pages: {
      "": rental("Alquiler de coches", "<h1>Alquiler sin sorpresas</h1><p>En Alicante y Valencia.</p>"),
      flota: rental(
        "Flota",
        `<h1>Flota</h1><table><tr><th>Modelo</th><th>Precio por día</th><th>Plazas</th></tr><tr><td>Seat Ibiza</td><td>29,90 €</td><td>5</td></tr><tr><td>Fiat 500</td><td>24,50 €</td><td>4</td></tr><tr><td>VW Caravelle</td><td>89,00 €</td><td>9</td></tr></table>`
      ),
      condiciones: rental(
        "Condiciones",
        "<h1>Condiciones</h1><dl><dt>Edad mínima</dt><dd>23 años</dd><dt>Fianza</dt><dd>300 €</dd><dt>Seguro incluido</dt><dd>Sí</dd></dl>"
      ),
      oficinas: rental("Oficinas", "<h1>Oficinas</h1><ul><li>Aeropuerto de Alicante</li><li>Valencia Nord</li></ul>"),
      blog: rental("Blog", "<h1>Blog</h1><p>Diez playas en dos días.</p>")
    },
    expected: {
      coches: [
        { modelo: "Seat Ibiza", precioPorDia: 29.9, plazas: 5 },
        { modelo: "Fiat 500", precioPorDia: 24.5, plazas: 4 },
        { modelo: "VW Caravelle", precioPorDia: 89, plazas: 9 }
      ],
      edadMinima: 23,
      fianza: 300,
      oficinas: ["Aeropuerto de Alicante", "Valencia Nord"],
      seguroIncluido: true
    }
  },
  {
    id: "library",
    start: "https://tessella.example/",
    instructions: "Latest version with its date, licence, what Python it needs, maintainers",
    schema: objectOf({
      latestVersion: { type: "string", description: "Latest version" },
      releaseDate: { type: "string", format: "date", description: "Date of the latest version" },
      license: text,
      minimumPython: { type: "string", description: "Minimum Python version" },
      maintainers: texts,
      chatUrl: { type: "string", format: "uri", description: "Address of the chat" },
      downloads: integer
    }),
    pages: {
      "": library("tessella", "<h1>tessella</h1><p>Tilings in a few lines.</p>"),
      guide: library("Guide", "<h1>Guide</h1><p>A tiling has 17 groups.</p>"),
      install: library(
        "Install",
        "<h1>Install</h1><dl><dt>License</dt><dd>BSD-3-Clause</dd><dt>Minimum Python version</dt><dd>3.11</dd></dl>"
      ),
      changelog: library(
        "Changelog",
        "<h1>Changelog</h1><table><tr><th>Version</th><th>Date</th><th>Changes</th></tr><tr><td>4.2.0</td><td>2026-09-14</td><td>Hyperbolic tilings</td></tr><tr><td>4.1.3</td><td>2026-06-02</td><td>Fixes</td></tr></table><p>Latest version: 4.2.0</p>"
      ),
      community: library(
        "Community",
        `<h1>Community</h1><h2>Maintainers</h2><ul><li>Noor Aziz</li><li>Per Holm</li></ul><p>Chat: <a href="https://chat.tessella.example/">chat.tessella.example</a></p>`
      )
    },
    expected: {
      latestVersion: "4.2.0",
      releaseDate: "2026-09-14",
      license: "BSD-3-Clause",
      minimumPython: "3.11",
      maintainers: ["Noor Aziz", "Per Holm"],
      chatUrl: "https://chat.tessella.example/",
      downloads: null
    }
  }
]
