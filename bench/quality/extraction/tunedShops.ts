/** Shops and prices that the rules are made with. */
import { address, flag, integer, listOf, number, objectOf, type SamplePage, text, texts } from "./SamplePage.ts"

export const tunedShops: ReadonlyArray<SamplePage> = [
  {
    id: "graph-with-references",
    url: "https://tent.example/p/ridge-2",
    instructions: "Price and stock",
    schema: objectOf({
      name: text,
      brand: text,
      price: number,
      priceCurrency: text,
      available: flag,
      discountCode: text
    }),
    html: `<html lang="en"><head><title>Ridge 2 Tent | Tent Co</title><script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Organization","@id":"#org","name":"Tent Co","telephone":"+1 555 010 2030"},{"@type":"WebSite","name":"Tent Co Shop","publisher":{"@id":"#org"}},{"@type":"Brand","@id":"#brand","name":"Highline"},{"@type":"Product","name":"Ridge 2 Tent","brand":{"@id":"#brand"},"offers":{"@type":"AggregateOffer","lowPrice":"289.00","highPrice":"349.00","priceCurrency":"USD","offers":[{"@type":"Offer","price":"289.00","priceCurrency":"USD","availability":"OutOfStock"}]}}]}</script></head><body><h1>Ridge 2 Tent</h1><p class="price">$289.00</p><p>Out of stock</p></body></html>`,
    expected: {
      name: "Ridge 2 Tent",
      brand: "Highline",
      price: 289,
      priceCurrency: "USD",
      available: false,
      discountCode: null
    }
  },
  {
    id: "spec-tiles",
    url: "https://cars.example/used/991",
    instructions: "Used car details",
    schema: objectOf({
      model: text,
      price: number,
      mileageKm: integer,
      firstRegistration: text,
      fuel: text,
      powerKw: number
    }),
    html: `<html lang="en"><head><title>Used car</title></head><body><h1>Hatchback 1.5 Comfort</h1><div class="price-box"><span class="price">€14,900</span></div><div class="specs"><div class="spec"><span>Mileage</span><span>48,200 km</span></div><div class="spec"><span>First registration</span><span>03/2021</span></div><div class="spec"><span>Fuel</span><span>Petrol</span></div><div class="spec"><span>Power</span><span>96 kW (131 hp)</span></div><div class="spec"><span>Model</span><span>Hatchback 1.5</span></div></div><h2>Similar cars</h2><ul><li><a href="/used/2">Estate 1.6</a> €12,400</li><li><a href="/used/3">City 1.0</a> €8,900</li></ul></body></html>`,
    expected: {
      model: "Hatchback 1.5",
      price: 14900,
      mileageKm: 48200,
      firstRegistration: "03/2021",
      fuel: "Petrol",
      powerKw: 96
    }
  },
  {
    id: "menu",
    url: "https://bistro.example/menu",
    instructions: "Dishes with price",
    schema: objectOf({ dishes: listOf({ name: text, description: text, price: number }) }),
    html: `<html lang="en"><head><title>Menu</title></head><body><main><h1>Menu</h1><h2>Starters</h2><div class="dish"><h3>Leek soup</h3><p>With toasted hazelnuts and plenty of fresh herbs</p><span>£7.50</span></div><div class="dish"><h3>Pickled beets</h3><p>Goat curd, dill and a slice of grilled sourdough</p><span>£8.00</span></div><div class="dish"><h3>Oysters</h3><p>Six of them, with shallot vinegar and lemon</p><span>£18.00</span></div></main></body></html>`,
    expected: {
      dishes: [
        { name: "Leek soup", description: "With toasted hazelnuts and plenty of fresh herbs", price: 7.5 },
        { name: "Pickled beets", description: "Goat curd, dill and a slice of grilled sourdough", price: 8 },
        { name: "Oysters", description: "Six of them, with shallot vinegar and lemon", price: 18 }
      ]
    }
  },
  {
    id: "plans-monthly-yearly",
    url: "https://notes.example/pricing",
    instructions: "Plans, price per month and per year",
    schema: objectOf({ tiers: listOf({ name: text, monthlyPrice: number, yearlyPrice: number, cta: text }) }),
    html: `<html lang="en"><head><title>Pricing</title></head><body><main><h1>Pricing</h1><section class="tier"><h2>Free</h2><p>Free</p><p>For yourself</p></section><section class="tier"><h2>Plus</h2><p>$8 per month</p><p>$80 per year</p></section><section class="tier"><h2>Business</h2><p>$20 per month</p><p>$200 per year</p></section></main></body></html>`,
    expected: {
      tiers: [
        { name: "Free" },
        { name: "Plus", monthlyPrice: 8, yearlyPrice: 80 },
        { name: "Business", monthlyPrice: 20, yearlyPrice: 200 }
      ]
    }
  },
  {
    id: "size-table",
    url: "https://boots.example/trail",
    instructions: "Stock by size",
    schema: objectOf({ product: text, sizes: listOf({ size: text, stock: integer, price: number }) }),
    html: `<html lang="en"><head><title>Trail boot</title></head><body><h1>Trail boot</h1><table><tr><th>Size</th><th>In stock</th><th>Price</th></tr><tr><td>41</td><td>3</td><td>€ 119,00</td></tr><tr><td>42</td><td>0</td><td>€ 119,00</td></tr><tr><td>43</td><td>12</td><td>€ 124,00</td></tr></table></body></html>`,
    expected: {
      product: "Trail boot",
      sizes: [
        { size: "41", stock: 3, price: 119 },
        { size: "42", stock: 0, price: 119 },
        { size: "43", stock: 12, price: 124 }
      ]
    }
  },
  {
    id: "shop-portuguese",
    url: "https://livraria.example/livro/9",
    instructions: "Preço do livro",
    schema: objectOf({ titulo: text, autor: text, preco: number, isbn: text, paginas: integer }),
    html: `<html lang="pt-BR"><head><title>O mapa</title></head><body><h1>O mapa e a maré</h1><p>de <a href="/autor/3" class="autor">Inês Carvalho</a></p><p class="preco">R$ 59,90</p><table><tr><td>ISBN</td><td>978-65-00-12345-6</td></tr><tr><td>Páginas</td><td>312</td></tr><tr><td>Idioma</td><td>Português</td></tr></table></body></html>`,
    expected: {
      titulo: "O mapa e a maré",
      autor: "Inês Carvalho",
      preco: 59.9,
      isbn: "978-65-00-12345-6",
      paginas: 312
    }
  },
  {
    id: "item-list-jsonld",
    url: "https://plates.example/collections/blue",
    instructions: "Products of the collection",
    schema: objectOf({ products: listOf({ name: text, price: number, url: address }) }),
    html: `<html lang="en"><head><title>Blue collection</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"ItemList","itemListElement":[{"@type":"ListItem","position":1,"item":{"@type":"Product","name":"Dinner plate","url":"https://plates.example/p/1","offers":{"@type":"Offer","price":18,"priceCurrency":"EUR"}}},{"@type":"ListItem","position":2,"item":{"@type":"Product","name":"Soup bowl","url":"https://plates.example/p/2","offers":{"@type":"Offer","price":14.5,"priceCurrency":"EUR"}}}]}</script></head><body><h1>Blue collection</h1><div id="app"></div></body></html>`,
    expected: {
      products: [
        { name: "Dinner plate", price: 18, url: "https://plates.example/p/1" },
        { name: "Soup bowl", price: 14.5, url: "https://plates.example/p/2" }
      ]
    }
  },
  {
    id: "exchange-table",
    url: "https://bureau.example/rates",
    instructions: "Exchange rates",
    schema: objectOf({ rates: listOf({ currency: text, buy: number, sell: number }) }),
    html: `<html lang="en"><head><title>Rates</title></head><body><nav><ul><li><a href="/">Home</a></li><li><a href="/rates">Rates</a></li></ul></nav><h1>Today's rates</h1><table class="rates"><thead><tr><th>Currency</th><th>We buy</th><th>We sell</th></tr></thead><tbody><tr><td>EUR</td><td>1.1420</td><td>1.1985</td></tr><tr><td>CHF</td><td>1.0310</td><td>1.0877</td></tr></tbody></table></body></html>`,
    expected: {
      rates: [
        { currency: "EUR", buy: 1.142, sell: 1.1985 },
        { currency: "CHF", buy: 1.031, sell: 1.0877 }
      ]
    }
  },
  {
    id: "product-microdata",
    url: "https://pens.example/p/7",
    instructions: "",
    schema: objectOf({
      name: text,
      price: number,
      currency: text,
      availability: { type: "string", enum: ["in_stock", "out_of_stock", "preorder"] },
      color: text,
      tags: texts
    }),
    html: `<html lang="en"><head><title>Pen 7</title></head><body><div itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">Fountain Pen 7</h1><div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="priceCurrency" content="GBP"><span itemprop="price" content="42.00">£42</span><link itemprop="availability" href="http://schema.org/InStock">In stock</div><p>Colour: Midnight blue</p><p>Tags: steel nib, piston, gift</p></div></body></html>`,
    expected: {
      name: "Fountain Pen 7",
      price: 42,
      currency: "GBP",
      availability: "in_stock",
      color: "Midnight blue",
      tags: ["steel nib", "piston", "gift"]
    }
  },
  {
    id: "shop-italian",
    url: "https://scarpe.example/derby",
    instructions: "Prezzo e disponibilità",
    schema: objectOf({
      nome: text,
      prezzo: number,
      prezzoPrecedente: { type: "number", description: "old price before the discount" },
      materiale: text,
      disponibile: flag
    }),
    html: `<html lang="it"><head><title>Derby</title></head><body><h1>Derby in pelle</h1><p><s>€ 210,00</s> <strong>€ 159,00</strong></p><p>Disponibile</p><ul><li>Materiale: vitello</li><li>Suola: cuoio</li></ul></body></html>`,
    expected: { nome: "Derby in pelle", prezzo: 159, prezzoPrecedente: 210, materiale: "vitello", disponibile: true }
  }
]
