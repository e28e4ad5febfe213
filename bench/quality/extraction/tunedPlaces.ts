/** Jobs, events, places and documents that the rules are made with. */
import { address, day, flag, integer, listOf, number, objectOf, type SamplePage, text, texts } from "./SamplePage.ts"

export const tunedPlaces: ReadonlyArray<SamplePage> = [
  {
    id: "job-table",
    url: "https://uni.example/jobs",
    instructions: "Open positions",
    schema: objectOf({ positions: listOf({ title: text, department: text, deadline: day, link: address }) }),
    html: `<html lang="en-GB"><head><title>Vacancies</title></head><body><h1>Vacancies</h1><table><thead><tr><th>Job title</th><th>Department</th><th>Closing date</th></tr></thead><tbody><tr><td><a href="/jobs/1">Lecturer in Physics</a></td><td>Science</td><td>14/12/2026</td></tr><tr><td><a href="/jobs/2">Archivist</a></td><td>Library</td><td>03/01/2027</td></tr></tbody></table></body></html>`,
    expected: {
      positions: [
        {
          title: "Lecturer in Physics",
          department: "Science",
          deadline: "2026-12-14",
          link: "https://uni.example/jobs/1"
        },
        { title: "Archivist", department: "Library", deadline: "2027-01-03", link: "https://uni.example/jobs/2" }
      ]
    }
  },
  {
    id: "job-plain",
    url: "https://acme.example/jobs/4",
    instructions: "Job details",
    schema: objectOf({
      title: text,
      location: text,
      minSalary: number,
      maxSalary: number,
      remote: flag,
      department: text
    }),
    html: `<html lang="en"><head><title>Job</title></head><body><main><h1>Senior Gardener</h1><ul><li><strong>Location:</strong> Bristol, UK</li><li><strong>Salary:</strong> £34,000 – £41,000</li><li><strong>Remote:</strong> No</li><li><strong>Department:</strong> Estates</li></ul><p>We look after twelve parks and are proud of it.</p></main></body></html>`,
    expected: {
      title: "Senior Gardener",
      location: "Bristol, UK",
      minSalary: 34000,
      maxSalary: 41000,
      remote: false,
      department: "Estates"
    }
  },
  {
    id: "job-list-links",
    url: "https://lab.example/careers",
    instructions: "All open roles",
    schema: objectOf({ openings: listOf({ title: text, location: text, url: address }) }),
    html: `<html lang="en"><head><title>Careers</title></head><body><header><a href="/">Lab</a></header><main><h1>Careers</h1><ul class="openings"><li><a href="/careers/a"><h3>Chemist</h3><p class="location">Zürich</p></a></li><li><a href="/careers/b"><h3>Lab Technician</h3><p class="location">Basel</p></a></li><li><a href="/careers/c"><h3>Office Manager</h3><p class="location">Zürich</p></a></li></ul></main></body></html>`,
    expected: {
      openings: [
        { title: "Chemist", location: "Zürich", url: "https://lab.example/careers/a" },
        { title: "Lab Technician", location: "Basel", url: "https://lab.example/careers/b" },
        { title: "Office Manager", location: "Zürich", url: "https://lab.example/careers/c" }
      ]
    }
  },
  {
    id: "event-jsonld",
    url: "https://fest.example/2027",
    instructions: "When and where",
    schema: objectOf({ name: text, startDate: day, endDate: day, venue: text, city: text, ticketPrice: number }),
    html: `<html lang="en"><head><title>River Fest 2027</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"MusicEvent","name":"River Fest 2027","startDate":"2027-06-18T16:00:00+02:00","endDate":"2027-06-20","location":{"@type":"Place","name":"Island Park","address":{"@type":"PostalAddress","addressLocality":"Bremen","addressCountry":"DE"}},"offers":{"@type":"Offer","price":"89","priceCurrency":"EUR"}}</script></head><body><h1>River Fest</h1></body></html>`,
    expected: {
      name: "River Fest 2027",
      startDate: "2027-06-18",
      endDate: "2027-06-20",
      venue: "Island Park",
      city: "Bremen",
      ticketPrice: 89
    }
  },
  {
    id: "museum",
    url: "https://museum.example/visit",
    instructions: "Opening hours and admission",
    schema: objectOf({
      hours: listOf({ day: text, open: text }),
      adultTicket: { type: "number", description: "Admission for adults" },
      phone: text,
      address: text
    }),
    html: `<html lang="en"><head><title>Visit</title></head><body><main><h1>Plan your visit</h1><h2>Opening hours</h2><dl><dt>Tuesday to Sunday</dt><dd>10:00–18:00</dd><dt>Monday</dt><dd>Closed</dd></dl><h2>Admission</h2><ul><li>Adults: €14</li><li>Students: €8</li><li>Children: free</li></ul><h2>Contact</h2><p>Phone: 030 555 01 20</p><address>Inselweg 3<br>10178 Berlin</address></main></body></html>`,
    expected: {
      hours: [
        { day: "Tuesday to Sunday", open: "10:00–18:00" },
        { day: "Monday", open: "Closed" }
      ],
      adultTicket: 14,
      phone: "030 555 01 20",
      address: "Inselweg 3, 10178 Berlin"
    }
  },
  {
    id: "house-dutch",
    url: "https://huis.example/5",
    instructions: "Vraagprijs en oppervlakte",
    schema: objectOf({
      vraagprijs: number,
      woonoppervlakte: number,
      kamers: integer,
      bouwjaar: integer,
      energielabel: text
    }),
    html: `<html lang="nl"><head><title>Huis te koop</title></head><body><h1>Dorpsstraat 5, Utrecht</h1><dl><dt>Vraagprijs</dt><dd>€ 425.000 k.k.</dd><dt>Woonoppervlakte</dt><dd>118 m²</dd><dt>Aantal kamers</dt><dd>5 kamers</dd><dt>Bouwjaar</dt><dd>1932</dd><dt>Energielabel</dt><dd>C</dd></dl></body></html>`,
    expected: { vraagprijs: 425000, woonoppervlakte: 118, kamers: 5, bouwjaar: 1932, energielabel: "C" }
  },
  {
    id: "release-notes",
    url: "https://db.example/releases",
    instructions: "Newest version",
    schema: objectOf({ latestVersion: text, releaseDate: day, license: text }),
    html: `<html lang="en"><head><title>Releases</title></head><body><main><h1>Releases</h1><table><tr><th>Latest version</th><td>8.4.1</td></tr><tr><th>Release date</th><td>5 November 2026</td></tr><tr><th>License</th><td>MIT</td></tr></table><p>Older versions can be downloaded from the archive.</p></main></body></html>`,
    expected: { latestVersion: "8.4.1", releaseDate: "2026-11-05", license: "MIT" }
  },
  {
    id: "rate-limits",
    url: "https://docs.example/limits",
    instructions: "Rate limits per plan",
    schema: objectOf({ limits: listOf({ plan: text, requestsPerMinute: integer, burst: integer }) }),
    html: `<html lang="en"><head><title>Limits</title></head><body><main><h1>Rate limits</h1><p>Limits are counted per key.</p><table><thead><tr><th>Plan</th><th>Requests per minute</th><th>Burst</th></tr></thead><tbody><tr><td>Free</td><td>60</td><td>10</td></tr><tr><td>Pro</td><td>1,200</td><td>100</td></tr></tbody></table><h2>Errors</h2><table><thead><tr><th>Code</th><th>Meaning</th></tr></thead><tbody><tr><td>429</td><td>Too many requests</td></tr></tbody></table></main></body></html>`,
    expected: {
      limits: [
        { plan: "Free", requestsPerMinute: 60, burst: 10 },
        { plan: "Pro", requestsPerMinute: 1200, burst: 100 }
      ]
    }
  },
  {
    id: "article-list",
    url: "https://blog.example/",
    instructions: "Newest posts",
    schema: objectOf({ posts: listOf({ title: text, author: text, published: day, url: address }) }),
    html: `<html lang="en"><head><title>Blog</title></head><body><main><h1>Blog</h1><article><h2><a href="/posts/one">Why we moved</a></h2><p class="meta">By <span class="author">Lea Brandt</span> on <time datetime="2026-11-18">18 Nov</time></p><p>A long story about moving house, told in short.</p></article><article><h2><a href="/posts/two">What we learned</a></h2><p class="meta">By <span class="author">Tom Okafor</span> on <time datetime="2026-10-30">30 Oct</time></p><p>Ten lessons from a year of doing it the hard way.</p></article></main></body></html>`,
    expected: {
      posts: [
        { title: "Why we moved", author: "Lea Brandt", published: "2026-11-18", url: "https://blog.example/posts/one" },
        {
          title: "What we learned",
          author: "Tom Okafor",
          published: "2026-10-30",
          url: "https://blog.example/posts/two"
        }
      ]
    }
  },
  {
    id: "faq",
    url: "https://shop.example/faq",
    instructions: "Questions and answers",
    schema: objectOf({ questions: listOf({ question: text, answer: text }) }),
    html: `<html lang="en"><head><title>FAQ</title></head><body><main><h1>FAQ</h1><h3>How long does delivery take?</h3><p>Two to four working days.</p><h3>Can I return things?</h3><p>Yes, within 30 days.</p><h3>Where are you based?</h3><p>In Ghent.</p></main></body></html>`,
    expected: {
      questions: [
        { question: "How long does delivery take?", answer: "Two to four working days." },
        { question: "Can I return things?", answer: "Yes, within 30 days." },
        { question: "Where are you based?", answer: "In Ghent." }
      ]
    }
  },
  {
    id: "recipe-jsonld",
    url: "https://oven.example/r/2",
    instructions: "",
    schema: objectOf({
      name: text,
      totalMinutes: { type: "number", description: "Total time in minutes" },
      ingredients: texts,
      calories: number,
      author: objectOf({ name: text })
    }),
    html: `<html lang="en"><head><title>Stew</title><script type="application/ld+json">[{"@context":"https://schema.org","@type":["Recipe"],"name":"Winter stew","author":[{"@type":"Person","name":"Ola Lind"}],"totalTime":"PT1H30M","recipeIngredient":["500 g beef","3 carrots"],"nutrition":{"@type":"NutritionInformation","calories":"420 kcal"}}]</script></head><body><h1>Winter stew</h1></body></html>`,
    expected: {
      name: "Winter stew",
      totalMinutes: 90,
      ingredients: ["500 g beef", "3 carrots"],
      calories: 420,
      author: { name: "Ola Lind" }
    }
  },
  {
    id: "service-status-table",
    url: "https://status.example/",
    instructions: "State of each service",
    schema: objectOf({
      services: listOf({ service: text, status: { type: "string", enum: ["up", "down", "maintenance"] } })
    }),
    html: `<html lang="en"><head><title>Status</title></head><body><h1>Service status</h1><table><tr><td>Mail</td><td>Up</td></tr><tr><td>Calendar</td><td>Down</td></tr><tr><td>Drive</td><td>Maintenance</td></tr></table></body></html>`,
    expected: {
      services: [
        { service: "Mail", status: "up" },
        { service: "Calendar", status: "down" },
        { service: "Drive", status: "maintenance" }
      ]
    }
  },
  {
    id: "nothing-there",
    url: "https://gone.example/about",
    instructions: "Price of the membership",
    schema: {
      type: "object",
      properties: { price: { type: ["number", "null"] }, phone: text, plans: listOf({ name: text, price: number }) },
      required: ["price", "phone", "plans"]
    },
    html: `<html lang="en"><head><title>About us</title></head><body><h1>About us</h1><p>We have been making hats since 1911. Our workshop has 14 people and two dogs.</p><p>Write to us whenever you like.</p></body></html>`,
    expected: { price: null, phone: "", plans: [] }
  }
]
