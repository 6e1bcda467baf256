import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { imagetools } from 'vite-imagetools'
import { handbook } from './scripts/handbook.ts'
import { oldestSupported } from './scripts/supported-browsers.ts'

/** Packages that are no part of the server's bundle. */
const ownFiles = ['@aws-sdk/client-s3', '@electric-sql/pglite', 'fontkit', 'sharp', 'stripe']

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), imagetools(), handbook(), reactRouter()],
  // Known from the start, so that development does not reload a page when it meets one of them.
  optimizeDeps: {
    include: ['@hookform/resolvers/zod', 'react-hook-form', 'zod'],
  },
  // Scripts of pages without React come by `?worker&url`: each in one file. They are modules, in development too.
  worker: { format: 'es' },
  environments: {
    // One server bundle: the wiring of API, jobs and pages, with React Router's build inside it, and what packages they use:
    // a tenth of the files to open at a start, and a third less memory. Left out is what brings files of its own, or is
    // large and seldom asked for.
    ssr: {
      resolve: command === 'build' ? { noExternal: true, external: ownFiles } : {},
      build: { rollupOptions: { input: './app/main.server.ts' } },
    },
    client: {
      build: {
        // Also of its styles and of the scripts by `?worker&url`.
        target: Object.entries(oldestSupported).map(([name, version]) => name + version),
        rollupOptions: {
          output: {
            // Without their names: the table of routes, which every page loads, would be 1.6 KB larger.
            chunkFileNames: 'assets/[hash].js',
            entryFileNames: 'assets/[hash].js',
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router)\//,
                  priority: 1,
                },
                // What all pages need besides, with its imports.
                {
                  name: 'frame',
                  test: /\/app\/((root|entry\.client)\.tsx|ui\/(loading|forms\/field)\.ts|shop\/storefront\/page-meta\.ts)/,
                },
                // Few files, where pages share many small modules: each file takes a hundred bytes more.
                {
                  name: 'marks',
                  test: /\/app\/shop\/(cakes\/(food\/egg-mark|chosen)|pictures\/picture-sizes)\.tsx?/,
                },
                {
                  name: 'coupons',
                  test: /\/app\/shop\/(cart\/(coupon|price-texts)|values\/apportion|orders\/coupons\/coupon-part)\.tsx?/,
                },
                {
                  name: 'cakes',
                  test: /\/app\/shop\/cakes\/cake-card\.tsx/,
                },
                {
                  name: 'icing',
                  test: /\/app\/(shop\/cakes\/icing\/icing|ui\/forms\/quantity-stepper)\.tsx/,
                },
                {
                  name: 'name-on-cake',
                  test: /\/app\/shop\/cakes\/icing\/name-on-cake-field\.tsx/,
                },
                { name: 'choice-chips', test: /\/app\/shop\/cakes\/choice-chips\.tsx/ },
                { name: 'typed-entry', test: /\/app\/shop\/values\/typed\/typed-entry\.ts/ },
                {
                  name: 'texts',
                  test: /\/app\/ui\/(user-text|lists\/list-parts)\.tsx/,
                },
                {
                  name: 'forms',
                  test: /\/app\/(ui\/forms\/use-schema-form|shop\/values\/use-action|shop\/privacy\/privacy-notice)\.tsx?/,
                },
                { name: 'icons', test: /\/app\/ui\/more-icons\.ts/ },
                // The table of routes, which every page loads, names each file of each page.
                {
                  name: 'orders',
                  test: /\/app\/shop\/(orders\/(\w+\/)?(item|order|gift|delivery|fulfilment)-[\w-]+|delivery\/slot-text|accounts\/permissions|values\/(moment|india-address|call-or-write|typed\/typed-amount))\.tsx?$/,
                  minShareCount: 4,
                },
              ],
            },
          },
        },
      },
    },
  },
}))
