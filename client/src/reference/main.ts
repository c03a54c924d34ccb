/** The reference of the HTTP interface: a separate page, which no game page loads. */

import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./page.css";

const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = (): void => {
  document.documentElement.classList.toggle("dark-mode", dark.matches);
};
dark.addEventListener("change", paint);
paint();

SwaggerUI({
  domNode: document.getElementById("reference"),
  url: "/openapi.json",
  // Without the badge of an external service.
  validatorUrl: null,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  filter: true,
  deepLinking: true,
  displayRequestDuration: true,
});
