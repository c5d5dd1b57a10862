/** A picture as PNG, drawn by the browser. */

/** Pixels for each of the picture's, as on screens with fine dots. */
const ZOOM = 2;
/** What browsers let a canvas be: a side, and all pixels. */
const LONGEST = 16_000;
const LARGEST = 100e6;

/** How many pixels of an image for each of a picture. */
export function pngZoom(width: number, height: number): number {
  return Math.min(ZOOM, LONGEST / Math.max(width, height), Math.sqrt(LARGEST / (width * height)));
}

/** The PNG of an SVG text that says its size. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  // Not a `blob:` address: policies that let pages show pictures of their own allow `data:` first.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const zoom = pngZoom(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * zoom);
  canvas.height = Math.round(height * zoom);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      blob => (blob === null ? reject(new Error(`${canvas.width} × ${canvas.height} pixels`)) : resolve(blob)),
      'image/png'
    )
  );
}
