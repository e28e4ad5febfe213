/** Jobs, events, places and documents, held out: written before the rules, and never looked at when they are changed. */
import { address, day, flag, integer, listOf, number, objectOf, type SamplePage, text, texts } from "./SamplePage.ts"

export const heldPlaces: ReadonlyArray<SamplePage> = [
  {
    id: "job-list",
    url: "https://orbit.example/careers",
    instructions: "Open roles with team and location",
    schema: objectOf({ jobs: listOf({ title: text, location: text, team: text, url: address }) }),
    html: `<!doctype html><html lang="en"><head><title>Careers at Orbit</title></head><body><header><nav><a href="/">Orbit</a><a href="/about">About</a></nav></header><main><h1>Join us</h1><h2>Engineering</h2>
<div class="role"><a href="/careers/101">Backend Engineer</a><span class="team">Platform</span><span class="loc">Berlin</span></div>
<div class="role"><a href="/careers/102">Data Engineer</a><span class="team">Insights</span><span class="loc">Remote (EU)</span></div>
<div class="role"><a href="/careers/103">Mobile Engineer</a><span class="team">Apps</span><span class="loc">Lisbon</span></div></main></body></html>`,
    expected: {
      jobs: [
        { title: "Backend Engineer", location: "Berlin", team: "Platform", url: "https://orbit.example/careers/101" },
        { title: "Data Engineer", location: "Remote (EU)", team: "Insights", url: "https://orbit.example/careers/102" },
        { title: "Mobile Engineer", location: "Lisbon", team: "Apps", url: "https://orbit.example/careers/103" }
      ]
    }
  },
  {
    id: "job-posting",
    url: "https://boards.example/j/5512",
    instructions: "Job details",
    schema: objectOf({
      title: text,
      company: text,
      city: text,
      datePosted: day,
      validThrough: day,
      salaryMin: number,
      salaryMax: number,
      employmentType: text
    }),
    html: `<!doctype html><html lang="en"><head><title>Nurse Manager - St. Anne Hospital</title><script type="application/ld+json">{"@context":"https://schema.org/","@type":"JobPosting","title":"Nurse Manager","datePosted":"2026-10-02","validThrough":"2026-12-31T23:59","employmentType":"FULL_TIME","hiringOrganization":{"@type":"Organization","name":"St. Anne Hospital","sameAs":"https://stanne.example"},"jobLocation":{"@type":"Place","address":{"@type":"PostalAddress","streetAddress":"12 Hill Rd","addressLocality":"Portland","addressRegion":"OR","addressCountry":"US"}},"baseSalary":{"@type":"MonetaryAmount","currency":"USD","value":{"@type":"QuantitativeValue","minValue":92000,"maxValue":118000,"unitText":"YEAR"}}}</script></head><body><main><h1>Nurse Manager</h1><p>St. Anne Hospital · Portland, OR</p></main></body></html>`,
    expected: {
      title: "Nurse Manager",
      company: "St. Anne Hospital",
      city: "Portland",
      datePosted: "2026-10-02",
      validThrough: "2026-12-31",
      salaryMin: 92000,
      salaryMax: 118000,
      employmentType: "FULL_TIME"
    }
  },
  {
    id: "events-list",
    url: "https://halle.example/programm",
    instructions: "Upcoming concerts with date",
    schema: objectOf({ events: listOf({ name: text, date: day, venue: text }) }),
    html: `<!doctype html><html lang="en"><head><title>Programme</title></head><body><main><h1>Programme</h1>
<article><h3><a href="/e/1">Quiet Strings</a></h3><time datetime="2026-12-04T19:30">Fri 4 Dec, 7.30 pm</time><p class="venue">Main hall</p></article>
<article><h3><a href="/e/2">Brass Night</a></h3><time datetime="2026-12-11T20:00">Fri 11 Dec, 8 pm</time><p class="venue">Studio</p></article>
<article><h3><a href="/e/3">New Year Gala</a></h3><time datetime="2027-01-01T17:00">Fri 1 Jan, 5 pm</time><p class="venue">Main hall</p></article></main></body></html>`,
    expected: {
      events: [
        { name: "Quiet Strings", date: "2026-12-04", venue: "Main hall" },
        { name: "Brass Night", date: "2026-12-11", venue: "Studio" },
        { name: "New Year Gala", date: "2027-01-01", venue: "Main hall" }
      ]
    }
  },
  {
    id: "restaurant",
    url: "https://osteria.example/",
    instructions: "Contact and opening hours",
    schema: objectOf({
      name: text,
      phone: text,
      email: { type: "string", format: "email" },
      address: text,
      openingHours: listOf({ day: text, hours: text })
    }),
    html: `<!doctype html><html lang="en"><head><title>Osteria Lina</title><meta property="og:site_name" content="Osteria Lina"></head><body><h1>Osteria Lina</h1><p>Handmade pasta since 1984.</p>
<h2>Opening hours</h2><table><tr><td>Monday</td><td>Closed</td></tr><tr><td>Tuesday – Friday</td><td>12:00–22:00</td></tr><tr><td>Saturday</td><td>17:00–23:00</td></tr></table>
<h2>Find us</h2><address>Via Roma 8, 20121 Milano<br>Phone: <a href="tel:+390255512345">+39 02 5551 2345</a><br><a href="mailto:ciao@osteria.example">ciao@osteria.example</a></address></body></html>`,
    expected: {
      name: "Osteria Lina",
      phone: "+390255512345",
      email: "ciao@osteria.example",
      address: "Via Roma 8, 20121 Milano",
      openingHours: [
        { day: "Monday", hours: "Closed" },
        { day: "Tuesday – Friday", hours: "12:00–22:00" },
        { day: "Saturday", hours: "17:00–23:00" }
      ]
    }
  },
  {
    id: "flat-german",
    url: "https://wohnen.example/expose/77123",
    instructions: "Miete, Zimmer und Fläche",
    schema: objectOf({
      kaltmiete: number,
      zimmer: number,
      wohnflaeche: { type: "number", description: "Wohnfläche in m²" },
      bezugsfreiAb: { type: "string", description: "bezugsfrei ab", format: "date" },
      balkon: flag
    }),
    html: `<!doctype html><html lang="de"><head><title>3-Zimmer-Wohnung in Leipzig</title></head><body><main><h1>Helle Altbauwohnung in der Südvorstadt</h1><div class="keys"><div><div>Kaltmiete</div><div>845,50 €</div></div><div><div>Zimmer</div><div>3,5</div></div><div><div>Wohnfläche</div><div>92,4 m²</div></div></div>
<h2>Ausstattung</h2><dl><dt>Bezugsfrei ab</dt><dd>01.02.2027</dd><dt>Balkon</dt><dd>Ja</dd><dt>Nebenkosten</dt><dd>210 €</dd></dl></main></body></html>`,
    expected: { kaltmiete: 845.5, zimmer: 3.5, wohnflaeche: 92.4, bezugsfreiAb: "2027-02-01", balkon: true }
  },
  {
    id: "house-us",
    url: "https://homes.example/listing/88-maple",
    instructions: "",
    schema: objectOf({
      price: number,
      bedrooms: number,
      bathrooms: number,
      squareFeet: integer,
      yearBuilt: integer,
      address: text
    }),
    html: `<!doctype html><html lang="en"><head><title>88 Maple Ave, Dayton, OH</title></head><body><main><h1>88 Maple Ave, Dayton, OH 45402</h1><p class="price">$315,000</p><ul class="facts"><li><b>3</b> beds</li><li><b>2.5</b> baths</li><li><b>1,870</b> sq ft</li></ul>
<h2>Details</h2><ul><li>Year built: 1968</li><li>Heating: Gas</li><li>Lot size: 0.21 acres</li></ul><h2>Similar homes</h2><div><a href="/l/2">90 Maple Ave</a> $299,900</div></main></body></html>`,
    expected: {
      price: 315000,
      bedrooms: 3,
      bathrooms: 2.5,
      squareFeet: 1870,
      yearBuilt: 1968,
      address: "88 Maple Ave, Dayton, OH 45402"
    }
  },
  {
    id: "docs-params",
    url: "https://api.example/docs/create-order",
    instructions: "Parameters of the endpoint",
    schema: objectOf({ parameters: listOf({ name: text, type: text, required: flag, description: text }) }),
    html: `<!doctype html><html lang="en"><head><title>Create order</title></head><body><main><h1>Create an order</h1><p>POST /v2/orders</p><h2>Parameters</h2><table><thead><tr><th>Name</th><th>Type</th><th>Required</th><th>Description</th></tr></thead><tbody><tr><td><code>sku</code></td><td>string</td><td>Yes</td><td>What to order.</td></tr><tr><td><code>quantity</code></td><td>integer</td><td>Yes</td><td>How many of it.</td></tr><tr><td><code>note</code></td><td>string</td><td>No</td><td>Printed on the slip.</td></tr></tbody></table>
<h2>Errors</h2><table><thead><tr><th>Status</th><th>Meaning</th></tr></thead><tbody><tr><td>404</td><td>No such SKU</td></tr></tbody></table></main></body></html>`,
    expected: {
      parameters: [
        { name: "sku", type: "string", required: true, description: "What to order." },
        { name: "quantity", type: "integer", required: true, description: "How many of it." },
        { name: "note", type: "string", required: false, description: "Printed on the slip." }
      ]
    }
  },
  {
    id: "changelog",
    url: "https://tool.example/changelog",
    instructions: "Latest release",
    schema: objectOf({ releases: listOf({ version: text, date: day, changes: texts }) }),
    html: `<!doctype html><html lang="en"><head><title>Changelog</title></head><body><main><h1>Changelog</h1><section><h2>3.2.0</h2><p><time>November 12, 2026</time></p><ul><li>Faster cold start</li><li>New dark theme</li></ul></section><section><h2>3.1.4</h2><p><time>October 3, 2026</time></p><ul><li>Fixed a leak in the watcher</li></ul></section></main></body></html>`,
    expected: {
      releases: [
        { version: "3.2.0", date: "2026-11-12", changes: ["Faster cold start", "New dark theme"] },
        { version: "3.1.4", date: "2026-10-03", changes: ["Fixed a leak in the watcher"] }
      ]
    }
  },
  {
    id: "team",
    url: "https://studio.example/about",
    instructions: "People in the team",
    schema: objectOf({ team: listOf({ name: text, role: text, email: { type: "string", format: "email" } }) }),
    html: `<!doctype html><html lang="en"><head><title>About us</title></head><body><main><h1>About us</h1><p>We are a small studio.</p><h2>Team</h2><div class="people"><figure><img src="a.jpg" alt="Ada Moreno"><figcaption><strong>Ada Moreno</strong><span>Creative Director</span><a href="mailto:ada@studio.example">ada@studio.example</a></figcaption></figure><figure><img src="b.jpg" alt="Jon Bell"><figcaption><strong>Jon Bell</strong><span>Producer</span><a href="mailto:jon@studio.example">jon@studio.example</a></figcaption></figure></div></main></body></html>`,
    expected: {
      team: [
        { name: "Ada Moreno", role: "Creative Director", email: "ada@studio.example" },
        { name: "Jon Bell", role: "Producer", email: "jon@studio.example" }
      ]
    }
  },
  {
    id: "recipe-microdata",
    url: "https://oven.example/recipes/flatbread",
    instructions: "Recipe",
    schema: objectOf({ name: text, author: text, servings: integer, ingredients: texts, prepTimeMinutes: number }),
    html: `<!doctype html><html lang="en"><head><title>Flatbread</title></head><body><div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Quick Flatbread</h1><p>By <span itemprop="author">Mina Ortiz</span></p><p>Serves <span itemprop="recipeYield">4</span></p><meta itemprop="prepTime" content="PT25M"><ul><li itemprop="recipeIngredient">300 g flour</li><li itemprop="recipeIngredient">180 ml water</li><li itemprop="recipeIngredient">1 tsp salt</li></ul></div></body></html>`,
    expected: {
      name: "Quick Flatbread",
      author: "Mina Ortiz",
      servings: 4,
      ingredients: ["300 g flour", "180 ml water", "1 tsp salt"],
      prepTimeMinutes: 25
    }
  },
  {
    id: "course-spanish",
    url: "https://aula.example/cursos/ceramica",
    instructions: "Precio, duración y fecha de inicio del curso",
    schema: objectOf({
      titulo: text,
      precio: number,
      fechaInicio: { type: "string", format: "date", description: "Fecha de inicio" },
      duracion: text,
      profesora: text
    }),
    html: `<!doctype html><html lang="es"><head><title>Curso de cerámica</title></head><body><main><h1>Cerámica para principiantes</h1><ul><li><strong>Precio:</strong> 240 €</li><li><strong>Fecha de inicio:</strong> 12 de enero de 2027</li><li><strong>Duración:</strong> 8 semanas</li><li><strong>Profesora:</strong> Lucía Prats</li></ul></main></body></html>`,
    expected: {
      titulo: "Cerámica para principiantes",
      precio: 240,
      fechaInicio: "2027-01-12",
      duracion: "8 semanas",
      profesora: "Lucía Prats"
    }
  },
  {
    id: "status",
    url: "https://status.cloudy.example/",
    instructions: "Is every component up?",
    schema: objectOf({
      overall: { type: "string", description: "Overall status" },
      components: listOf({ component: text, status: { type: "string", enum: ["operational", "degraded", "outage"] } })
    }),
    html: `<!doctype html><html lang="en"><head><title>Cloudy status</title></head><body><main><h1>Cloudy status</h1><div class="banner">Overall status: Partial degradation</div><div class="c"><span class="name">API</span><span class="state">Operational</span></div><div class="c"><span class="name">Dashboard</span><span class="state">Degraded</span></div><div class="c"><span class="name">Webhooks</span><span class="state">Operational</span></div></main></body></html>`,
    expected: {
      overall: "Partial degradation",
      components: [
        { component: "API", status: "operational" },
        { component: "Dashboard", status: "degraded" },
        { component: "Webhooks", status: "operational" }
      ]
    }
  }
]
