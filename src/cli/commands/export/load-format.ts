import type {ExportOptions} from './export-options.ts'
import type {PageFormat} from './formats/page-format.ts'

/** The format that is asked for; only its code is loaded. */
export async function loadFormat({format, depth}: ExportOptions): Promise<PageFormat> {
  switch (format) {
    case 'html': {
      const [{htmlFormat}, {builtAssets}] = await Promise.all([
        import('./formats/html-format.ts'),
        import('./built-assets.ts'),
      ])
      return htmlFormat(builtAssets())
    }
    case 'md':
      return (await import('./formats/markdown-format.ts')).markdownFormat
    case 'json':
      return (await import('./formats/json-format.ts')).jsonFormat(depth)
  }
}
