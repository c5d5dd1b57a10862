/** Smooth curves through points that are passed vertically. */

/** Points that grow as curves are added. */
export class Curves {
  /** x0, y0, x1, y1, …: of each curve a start, then three points for each cubic piece. */
  private points = new Float32Array(1024);
  private filled = 0;
  /** Corners of the curve at hand. */
  private corners = new Float64Array(256);

  get pointCount(): number {
    return this.filled / 2;
  }

  take(): Float32Array<ArrayBuffer> {
    return this.points.slice(0, this.filled);
  }

  /**
   * Appends a start and cubic pieces through the first `length` numbers of `way`, x0, y0, x1, y1, …; steps straight down
   * are joined. `upward` turns it round.
   */
  append(way: Float64Array, length: number, upward: boolean): void {
    const count = this.joinStraight(way, length);
    const { corners } = this;
    const needed = this.filled + 3 * count;
    if (needed > this.points.length) {
      const larger = new Float32Array(Math.max(needed, 2 * this.points.length));
      larger.set(this.points.subarray(0, this.filled));
      this.points = larger;
    }
    const { points } = this;
    const step = upward ? -2 : 2;
    let at = this.filled;
    let i = upward ? count - 2 : 0;
    points[at++] = corners[i];
    points[at++] = corners[i + 1];
    for (let k = 2; k < count; k += 2) {
      const x0 = corners[i];
      const y0 = corners[i + 1];
      i += step;
      const x1 = corners[i];
      const y1 = corners[i + 1];
      // Straight pieces have their control points at thirds, so that they are passed evenly.
      const bend = x0 === x1 ? (y1 - y0) / 3 : (y1 - y0) / 2;
      points[at++] = x0;
      points[at++] = y0 + bend;
      points[at++] = x1;
      points[at++] = y1 - bend;
      points[at++] = x1;
      points[at++] = y1;
    }
    this.filled = at;
  }

  /** Sets the corners, at least two; tells how many numbers they are. */
  private joinStraight(way: Float64Array, length: number): number {
    if (this.corners.length < length + 4) this.corners = new Float64Array(2 * length + 4);
    const { corners } = this;
    corners[0] = way[0];
    corners[1] = way[1];
    let n = 2;
    for (let i = 2; i < length; i += 2) {
      const y = way[i + 1];
      // What differs by rounding only is straight.
      const x = Math.abs(way[i] - corners[n - 2]) < 0.05 ? corners[n - 2] : way[i];
      if (x === corners[n - 2] && y === corners[n - 1]) continue;
      if (n >= 4 && x === corners[n - 2] && x === corners[n - 4]) corners[n - 1] = y;
      else {
        corners[n++] = x;
        corners[n++] = y;
      }
    }
    if (n === 2) {
      corners[n++] = corners[0];
      corners[n++] = corners[1];
    }
    return n;
  }
}
