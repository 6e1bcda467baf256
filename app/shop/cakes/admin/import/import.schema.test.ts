import { describe, expect, it } from 'vitest'
import { doubleMeaning, findHeadings, isOwnFile, mapColumns } from './import.schema.ts'

/** 'Title: name' for each column that is understood. */
function understood(headings: string) {
  const cells = headings.split(',')
  return mapColumns(cells).flatMap((meaning, column) =>
    meaning ? [`${cells[column]}: ${meaning}`] : [],
  )
}

it.each([
  [
    'Shopify',
    'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Price,Variant Compare At Price,Image Src,Image Position,SEO Title,Google Shopping / Google Product Category,Variant Image,Variant Weight Unit,Cost per item,Price / International,Status',
    'Handle: handle,Title: name,Body (HTML): description,Type: category,Tags: tags,Published: published,Option1 Name: optionName,Option1 Value: optionValue,Option2 Name: optionName,Option2 Value: optionValue,Variant SKU: sku,Variant Grams: grams,Variant Price: price,Variant Compare At Price: earlierPrice,Image Src: image',
  ],
  [
    'WooCommerce',
    'ID,Type,SKU,Name,Published,Is featured?,Visibility in catalog,Short description,Description,Tax status,In stock?,Stock,Weight (lbs),Sale price,Regular price,Categories,Tags,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible',
    'ID: sku,Type: kind,SKU: sku,Name: name,Published: published,Is featured?: featured,Description: description,Sale price: salePrice,Regular price: price,Categories: category,Tags: tags,Images: image,Parent: parent,Attribute 1 name: optionName,Attribute 1 value(s): optionValue',
  ],
  [
    'Wix',
    'handleId,fieldType,name,description,productImageUrl,collection,sku,price,visible,inventory,productOptionName1,productOptionDescription1',
    'handleId: handle,fieldType: kind,name: name,description: description,productImageUrl: image,collection: category,sku: sku,price: price,visible: published,productOptionName1: optionName,productOptionDescription1: optionValue',
  ],
  [
    'Squarespace',
    'Product ID [Non Editable],Product Type [Non Editable],Title,Description,SKU,Option Name 1,Option Value 1,Price,Sale Price,Categories,Tags,Visible,Hosted Image URLs',
    'Product ID [Non Editable]: handle,Title: name,Description: description,SKU: sku,Option Name 1: optionName,Option Value 1: optionValue,Price: price,Sale Price: salePrice,Categories: category,Tags: tags,Visible: published,Hosted Image URLs: image',
  ],
  [
    'Square',
    'Token,Item Name,Variation Name,SKU,Description,Category,Price',
    'Item Name: name,Variation Name: optionValue,SKU: sku,Description: description,Category: category,Price: price',
  ],
  [
    'Zoho',
    'Item ID,Item Name,Rate,Description,Category Name,SKU,Status',
    'Item Name: name,Rate: price,Description: description,Category Name: category,SKU: sku,Status: published',
  ],
  [
    'Petpooja',
    'Name,Online_Display_Name,Variation_Name,Price,Category,Description,Attributes',
    'Name: name,Variation_Name: optionValue,Price: price,Category: category,Description: description,Attributes: egg',
  ],
  [
    'Dukaan',
    'Product Name,Product Category,MRP,Selling Price,Description,Images,Size',
    'Product Name: name,Product Category: category,MRP: price,Selling Price: salePrice,Description: description,Images: image,Size: optionValue',
  ],
])('headings of other shop systems: %s', (_, headings, expected) => {
  expect(understood(headings).join(',')).toBe(expected)
})

describe('headings of an own list', () => {
  it.each([
    [
      'Cake Name,Price (Rs),Category,Flavour,Weight (kg),Egg/Eggless',
      'name,price,category,flavours,weight,egg',
    ],
    [
      'PRODUCT , rate,Type,Details,Photo,Size,Veg/Non-Veg',
      'name,price,category,description,image,optionValue,egg',
    ],
    ['Item,M.R.P.,Collection,Picture 1,Picture 2,Veg', 'name,price,category,image,image,egg'],
    ['title,Price,MRP', 'name,price,earlierPrice'],
    ['नाम,कीमत (₹),वजन', 'name,price,weight'],
    ['Weight (g)', 'grams'],
    ['__proto__,constructor,Colour,', ''],
  ])('%s', (headings, meanings) => {
    expect(mapColumns(headings.split(',')).filter(Boolean).join(',')).toBe(meanings)
  })

  it('are found below a title', () => {
    const table = [
      'Asha Bakes,,',
      ',,',
      'Price list,2026,',
      'Item,Rate,Size',
      'Truffle Cake,850,1 kg',
    ]
    expect(findHeadings(table.map((row) => row.split(',')))).toBe(3)
  })
})

it.each([
  ['id,price', true],
  ['name,price,category,flavours,weight,egg,image,colour', true],
  ['Id, Name ,PRICE,,', true],
  ['ID,Type,SKU,Name', false],
  ['Cake Name,Price', false],
])('%s is a file of the shop: %s', (headings, is) => {
  expect(isOwnFile(headings.split(','))).toBe(is)
})

it('two columns cannot both be the price', () => {
  expect(doubleMeaning(['name', 'price', 'price'])).toBe('price')
  expect(doubleMeaning(['image', 'image', null, null])).toBeUndefined()
})
