/** Companies that make software for potters, and pages that speak of them. */
import { real } from "../products/shops.ts"
import type { Server } from "../Server.ts"

export { real }

export const page = (title: string, main: string, head = "") =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${main}</main></body></html>`

const described = (text: string) => `<meta name="description" content="${text}">`

export const kiln = page(
  "Kiln – Pottery studio software",
  `<p>Kiln is pottery studio software for teachers. It keeps firing schedules, glaze recipes, class bookings and members in one place.</p>
  <p>Kiln is part of the Clay Group family.</p>
  <a href="/vs/glaze">Kiln vs Glaze</a> <a href="/pricing">Pricing</a>`,
  described("Pottery studio software for teachers: firing schedules, glaze recipes and class bookings.")
)

const rival = (name: string, more = "") =>
  page(
    `${name} | Studio software for potters`,
    `<p>${name} is studio software for pottery teachers: class bookings, firing schedules, members and glaze recipes.</p>${more}`,
    described(`${name} is studio software for pottery teachers.`)
  )

const list = page(
  "Best Kiln alternatives",
  `<p>We tried software for pottery studios.</p>
  <h2>1. Glaze</h2><p>Bookings and recipes. <a href="https://glaze.example/">Visit Glaze</a></p>
  <h2>2. Wheelhouse</h2><p>For larger studios. <a href="https://wheelhouse.example/tour">Visit Wheelhouse</a></p>
  <h2>3. Clay Group</h2><p>Owns many. <a href="https://claygroup.example/">Visit Clay Group</a></p>
  <h2>4. Mudworks</h2><p>Sets up Kiln. <a href="https://mudworks.example/">Visit Mudworks</a></p>
  <h2>5. Kiln Pro</h2><p>The new name. <a href="https://kilnpro.example/">Visit Kiln Pro</a></p>
  <h2>6. G2</h2><p>More there. <a href="https://www.g2.com/kiln">See reviews</a></p>
  <h2>7. Old Bank</h2><p>A bank. <a href="https://bank.example/">Visit Old Bank</a></p>
  <h2>8. Ovens</h2><p>The owner. <a href="https://ovens.example/">Visit Ovens</a></p>
  <h2>Conclusion</h2><p>Try some.</p>`
)

const review = page(
  "Kiln vs. Wheelhouse: which studio software?",
  `<p>We compare Kiln and Wheelhouse. See <a href="https://wheelhouse.example/">Wheelhouse</a>.</p>`
)

/** Shows the company, those that compete with it, others that do not, and pages that name them all; reads the latter. */
export const open = async (server: Server) => {
  await server.show("https://kiln.example/", kiln)
  await server.show("https://kiln.example/pricing", page("Pricing", "<p>Ten euros a month.</p>"))
  await server.show(
    "https://kiln.example/vs/glaze",
    page(
      "Kiln vs Glaze",
      `<p>Why teachers choose Kiln. <a href="https://www.glaze.example/?ref=kiln">Glaze</a> has no recipes.</p>`
    )
  )
  await server.show("https://www.glaze.example/", rival("Glaze"))
  await server.show("https://glaze.example/", rival("Glaze"))
  await server.show("https://wheelhouse.example/", rival("Wheelhouse", "<h2>The Kiln alternative</h2>"))
  await server.show("https://claygroup.example/", rival("Clay Group", "<p>Our brands include Kiln and Slip.</p>"))
  await server.show("https://mudworks.example/", rival("Mudworks", "<p>Mudworks is a certified Kiln partner.</p>"))
  await server.show("https://kilnpro.example/", rival("Kiln"))
  await server.show("https://ovens.example/", rival("Ovens", "<p>In 2021 Ovens acquired Kiln.</p>"))
  await server.show("https://www.g2.com/", rival("G2"))
  await server.show("https://bank.example/", page("Old Bank", "<p>Mortgages, accounts and cards since 1880.</p>"))
  await server.show("https://papers.example/", rival("Papers"))
  await server.show("https://tests.example/", rival("Tests"))
  await server.show("https://papers.example/kiln-alternatives", list)
  await server.show("https://tests.example/kiln-or-wheelhouse", review)
  for (const url of ["https://papers.example/kiln-alternatives", "https://tests.example/kiln-or-wheelhouse"]) {
    await server.client.web.webScrapeMd({ url })
  }
  await server.settle()
}
