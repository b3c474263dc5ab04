// What several parts of the script need: elements, requests, text that is never markup.

export const find = (selector, where = document) => where.querySelector(selector);
export const findAll = (selector, where = document) => [...where.querySelectorAll(selector)];

// An element with attributes and children; a string is text.
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function query(fields) {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== "" && value !== null && value !== undefined) found.set(name, value);
  return found.toString();
}

// The JSON of a reply; an Error with the server's own words otherwise.
export async function ask(path, { body, signal } = {}) {
  let reply;
  try {
    reply = await fetch(path, {
      signal,
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server does not answer. Is it still running?");
  }
  let said;
  try {
    said = await reply.json();
  } catch {
    throw new Error(`The server said ${reply.status}.`);
  }
  if (!reply.ok) {
    const error = new Error(said.error ?? `The server said ${reply.status}.`);
    Object.assign(error, { line: said.line, column: said.column });
    throw error;
  }
  return said;
}

export const number = (value) => Number(value).toLocaleString("en");

export const SIGNS = { winning: "+", draw: "=", losing: "−", open: "?" };

// A mistake in a text, with its line once.
export const mistake = (error) => (error.line ? `Line ${error.line}: ` : "") + error.message.replace(/^\d+(:\d+)?: /, "");

// Calls a function when nothing has happened for some milliseconds.
export function later(milliseconds, call) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), milliseconds);
  };
}
